/// Where sentences may stand beside the catalogue for people in `RollcallWeb/Words`: the files whose texts are part of the
/// contract, or are stored or exported as they are, and so stay in English. By target, with paths below its folder.
enum TextTable {
  static let contract = [
    "Rollcall": domain, "RollcallStore": store, "RollcallWeb": web, "RollcallServer": server,
  ]

  /// What rules say.
  private static let domain: Set<String> = [
    // Reasons that are stored: of statuses and silences, of offers and assignments, the figures of alerts.
    "Dispatch/Assignment", "Dispatch/AssignmentEnd", "Dispatch/DispatchAsking",
    "Dispatch/DispatchAssignee", "Dispatch/DispatchMachine", "Dispatch/IncidentEdit", "Dispatch/Needs",
    "Dispatch/Offer",
    "Dispatch/OfferMachine", "Liveness/LastContact", "Liveness/Liveness", "Liveness/LivenessEvents",
    "Liveness/NetworkAndAppCauses", "Liveness/PhoneCauses", "Liveness/SessionCauses",
    "Liveness/SilenceAnalysis", "Reports/AlertFigures", "Reports/AlertIncident",
    "Reports/AlertRules", "Reports/MachineAlerts", "Reports/MassSilence",
    "Reports/MassSilencePerson",
    // Reasons that programs, exported files and the audit get.
    "Dispatch/CandidateReasons", "Dispatch/DrillPlan", "Dispatch/DrillResult",
    "Tracking/TrackImport", "Visits/VisitVerdict",
    // What is wrong with a request, a document or a setting, wherever it comes from.
    "Dispatch/NewIncidentCheck", "Fleet/DutyRule", "Fleet/NameLimits", "Fleet/Profile",
    "Fleet/ProfileRule", "Fleet/RegionShape", "Fleet/Timetable", "Fleet/Workspace", "Geometry/Place",
    "Liveness/ReportingConditions", "Notices/ChannelAddress",
    // Names of letters in Unicode.
    "Text/Folding", "Text/NearestWord",
    // Names of apps and services, an address, and the note of a drill that phones get.
    "Access/PhoneApp", "Access/TOTP", "Dispatch/Drill", "Dispatch/PushService",
  ]

  /// What use cases store, and refuse.
  private static let store: Set<String> = [
    // Logs of incidents, messages and the audit.
    "Access/AuditEntry", "Access/MemberOffers", "Access/Members", "Dispatch/DispatchShell",
    "Dispatch/DrillOpen", "Dispatch/OfferLinks", "Dispatch/PushChannels", "Dispatch/PushReceipts",
    "Dispatch/PushRecord", "Dispatch/PushTidy", "Engine/Actor", "Engine/AuditChange",
    "Fleet/Responders", "Liveness/LateCrossings", "Notices/Channels", "Notices/Escalations",
    "Notices/NoticeDue",
    "Notices/NoticeRecord", "Notices/NoticeSums", "Privacy/OwnPageActions", "Reports/AlertActs",
    "Places/PlaceStore",
    // SQL that is put together.
    "Dispatch/IncidentOrder",
    "Reports/ExportFiles", "Reports/ReportSchedules", "Reports/StatementMails", "Reports/Statements",
    "Retention/PurgeRecords",
    "Track/TrackExpiry", "Tracking/DoubtReviews", "Tracking/TrackImport", "Visits/Outlets",
    // Damage, told by `verify` and in logs.
    "Track/TrackProblems", "Track/TrackUploadWalk", "Track/TrackWalk", "Track/UploadProblems",
    // Refusals, told to programs and commands too.
    "Dispatch/AskPeople", "Fleet/PersonChecks", "Fleet/Regions", "Fleet/ResponderSkills", "Fleet/Workspaces",
    "Privacy/PersonalErasure",
    "Retention/Holds", "Visits/Visits",
    // What the export of a person calls its parts.
    "Dispatch/DispatchField", "Privacy/PersonalData",
    // What whoever runs the server is told about the database.
    "Access/AuditChain", "Access/KnownHead", "Conversion/Conversion", "Conversion/ConversionCheck",
    "Conversion/ConversionTarget",
    "Conversion/OldLayout", "Engine/Backup", "Engine/BackupCheck", "Engine/BackupRestore",
    "Engine/ConnectionSettings", "Engine/DatabasePath", "Engine/NumberedTable",
    "Engine/StoreClock", "Engine/Verification", "Engine/Writer", "Schema/Schema", "Store",
  ]

  /// What phones, scripts and files are told: names of reports and of their columns, answers to programs, help texts of
  /// metrics, and names that others gave.
  private static let web: Set<String> = [
    "Access/AuditQuery", "Access/ConnectSetUpHandlers", "Access/LoginBrowserName",
    "Access/OTPDelivery", "Access/PhoneLoginHandlers", "Dispatch/DrillAPI", "Dispatch/IncidentAPI",
    "Dispatch/IncidentAPIActions", "Dispatch/OfferHandlers", "Dispatch/OfferLinkHandlers",
    "Dispatch/OfferMetrics",
    "Dispatch/PushHandlers", "Dispatch/PushMetrics", "Events/ActivityHandlers",
    "Liveness/HealthHandlers", "Notices/NoticeMetrics",
    "Reports/AlertMetrics",
    "Reports/AttendanceReport", "Reports/CrossingReport", "Reports/DayReports",
    "Reports/DoubtReport", "Reports/IncidentReports", "Reports/LogReports", "Reports/Metrics",
    "Reports/ResponderMetrics", "Reports/StorageMetrics", "Reports/TrackWriter",
    "Shared/ConsoleAccess", "Shared/MetricsHandlers", "Shared/PhoneAccess", "Shared/PrintStyle",
    "Shared/Programs",
    "Shared/Refusals",
    "Shared/TaskFailures", "Tracking/ClockDoubt", "Tracking/DeviceEventHandlers",
    "Tracking/IngestAccess", "Tracking/IngestHandlers", "Tracking/LateDelivery",
    "Tracking/RejectionReasons", "Tracking/UploadHandlers", "Visits/PhoneVisitHandlers",
  ]

  /// What whoever runs the server reads.
  private static let server: Set<String> = [
    // Answers of commands.
    "Access/AccessCommands", "Control/BackupCommands", "Control/BackupHolds",
    "Control/CommandExecutor", "Control/CommandRunner", "Control/ConversionCommand", "Control/ControlServer",
    "Control/Doctor",
    "Control/DoctorDatabase", "Control/DoctorSettings", "Control/DoctorSystem", "Control/Ground",
    "Control/Seed", "Control/WorkspaceList", "Events/EventCommands", "Fleet/ResponderCommands",
    "Fleet/WorkspaceCommands", "Map/RegionCommands", "Privacy/PersonExport",
    "Reports/ExportVerification", "Reports/ReportFolder", "Reports/StatementOutbox", "Reports/WeasyPrint",
    "Reports/WrittenHeads",
    "Retention/HoldCommands", "Retention/RetentionCommands",
    "Places/AddressCommands", "Visits/FieldCommand", "Visits/OutletCommands",
    // Logs.
    "Access/CodeOutbox", "Background/Background", "Background/Supervisor",
    "Background/SystemClocks", "Dispatch/PhoneOutbox", "HistoryWriter", "Logs/LineLog",
    "Reports/ReportRound", "RunningServer",
    // Problems of settings.
    "Settings/Addresses", "Settings/MapFileKeys", "Settings/Settings", "Settings/SettingsFile",
    "Settings/Words",
  ]
}
