/// Where sentences may stand on the web's floor, beside the catalogue for people in `Words`.
enum TextTable {
  /// What phones, scripts and files are told: part of the contract, in English for ever. Names of reports and of their
  /// columns, answers to programs, help texts of metrics, and names that others gave.
  static let contract: Set<String> = [
    "Access/ConnectSetUpHandlers", "Access/LoginBrowserName", "Access/OTPDelivery",
    "Access/PhoneLoginHandlers", "Dispatch/OfferHandlers", "Dispatch/OfferMetrics",
    "Dispatch/PushHandlers", "Dispatch/PushMetrics", "Events/ActivityHandlers", "Liveness/HealthHandlers",
    "Notices/NoticeMetrics", "Reports/AlertMetrics", "Reports/AttendanceReport", "Reports/CrossingReport",
    "Reports/DayReports", "Reports/DoubtReport", "Reports/IncidentReports", "Reports/LogReports",
    "Reports/Metrics", "Reports/ResponderMetrics", "Reports/StorageMetrics", "Reports/TrackWriter",
    "Shared/ConsoleAccess", "Shared/MetricsHandlers", "Shared/PhoneAccess", "Shared/Refusals",
    "Shared/SecurityHeaders", "Shared/TaskFailures", "Tracking/ClockDoubt", "Tracking/DeviceEventHandlers",
    "Tracking/IngestAccess", "Tracking/IngestHandlers", "Tracking/LateDelivery", "Tracking/PositionRow",
    "Tracking/RejectionReasons", "Tracking/UploadHandlers", "Visits/PhoneVisitHandlers",
    "Visits/VisitFiles",
  ]

  /// Files whose sentences are still to move into the catalogue. Take a file off the list when it holds none.
  static let toMove: Set<String> = [
    "Access/AuditLine", "Access/AuditQuery", "Dispatch/DrillAPI", "Dispatch/DrillSending",
    "Dispatch/IncidentAPI", "Dispatch/IncidentAPIActions", "Dispatch/IncidentActions",
    "Dispatch/IncidentAsking", "Dispatch/IncidentLogWords", "Dispatch/NewIncidentHandlers",
    "Dispatch/PushView", "Fleet/SettingsForm", "Fleet/SettingsHandlers", "Fleet/SettingsProfileDraft",
    "Listing/Listing", "Liveness/LanesHandlers", "Liveness/PastBoardHandlers",
    "Liveness/SettingsProfileHandlers", "Messages/ChannelMessages", "Notices/ChannelHandlers",
    "Pages/Access/LoginPage", "Pages/Dispatch/AskPart", "Pages/Dispatch/Candidates",
    "Pages/Dispatch/DispatchSettingsPage", "Pages/Dispatch/DrillPage", "Pages/Dispatch/DrillsPage",
    "Pages/Dispatch/Finding", "Pages/Dispatch/IncidentPage", "Pages/Dispatch/IncidentWords",
    "Pages/Dispatch/IncidentsPage", "Pages/Dispatch/NewDrillPage", "Pages/Dispatch/NewIncidentPage",
    "Pages/Dispatch/NumbersPart", "Pages/Dispatch/OfferLinkPage", "Pages/Dispatch/PushFacts",
    "Pages/Events/EventDrawing", "Pages/Events/EventForm", "Pages/Events/EventPage",
    "Pages/Events/EventRow", "Pages/Events/EventsPage", "Pages/Fleet/ProfileFormReading",
    "Pages/Fleet/ProfilePage", "Pages/Fleet/ProfilesPage", "Pages/Fleet/RespondersPage",
    "Pages/Fleet/SettingsPage", "Pages/Fleet/SkillsPage", "Pages/Liveness/BoardCounts",
    "Pages/Liveness/BoardPage", "Pages/Liveness/BoardRow", "Pages/Liveness/LaneRow",
    "Pages/Liveness/LanesPage", "Pages/Liveness/PastBoardPage", "Pages/Liveness/ReachStrip",
    "Pages/Liveness/ResponderCards", "Pages/Liveness/ResponderPage", "Pages/Liveness/ScreenPage",
    "Pages/Liveness/SilenceRow", "Pages/Liveness/StatusSentence", "Pages/Liveness/TimelineDrawing",
    "Pages/Liveness/TimelineFilter", "Pages/Liveness/TimelineInput", "Pages/Map/LiveMapPage",
    "Pages/Map/RegionsPage", "Pages/Notices/ChannelForm", "Pages/Notices/ChannelPage",
    "Pages/Notices/ChannelsPage", "Pages/Notices/NoticeRow", "Pages/Privacy/OwnPage",
    "Pages/Privacy/RequestsPage", "Pages/Reports/AlertPage", "Pages/Reports/AlertsPage",
    "Pages/Reports/ReportPage", "Pages/Reports/ReportsPage", "Pages/Reports/SchedulesPage",
    "Pages/Retention/HoldForm", "Pages/Retention/HoldsPage", "Pages/Retention/WorkspaceSettingsPage",
    "Pages/Shared/FilterChoices", "Pages/Shared/HistoryTab", "Pages/Shared/MessagePage",
    "Pages/Shared/Notices", "Pages/Shared/Pills", "Pages/Tracking/DoubtsPage",
    "Pages/Tracking/HistoryPage", "Pages/Visits/OutletsPage", "Pages/Visits/VisitForm",
    "Pages/Visits/VisitRow", "Pages/Visits/VisitsPage", "Privacy/OwnPageView", "Privacy/PrivacyHandlers",
    "Privacy/RequestsHandlers", "Reports/AlertActHandlers", "Reports/AlertNotice", "Reports/AlertView",
    "Reports/AlertViewMass", "Reports/ExportHandlers", "Reports/Report", "Reports/ReportQuery",
    "Reports/ScheduleHandlers", "Retention/HoldHandlers", "Shared/AskedSpan", "Shared/IncidentFiles",
    "Tracking/DoubtFacts", "Tracking/DoubtHandlers", "Tracking/DoubtQuery", "Tracking/HistoryQuery",
    "Tracking/TrackImportHandlers",
  ]
}
