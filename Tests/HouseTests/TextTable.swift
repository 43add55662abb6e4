/// Where sentences may stand on the web's floor, beside the catalogue for people in `Words`.
enum TextTable {
  /// What phones, scripts and files are told: part of the contract, in English for ever. Names of reports and of their
  /// columns, answers to programs, help texts of metrics, and names that others gave.
  static let contract: Set<String> = [
    "Access/AuditQuery", "Access/ConnectSetUpHandlers", "Access/LoginBrowserName", "Access/OTPDelivery",
    "Access/PhoneLoginHandlers", "Dispatch/DrillAPI", "Dispatch/IncidentAPI",
    "Dispatch/IncidentAPIActions", "Dispatch/OfferHandlers", "Dispatch/OfferMetrics",
    "Dispatch/PushHandlers", "Dispatch/PushMetrics", "Events/ActivityHandlers", "Liveness/HealthHandlers",
    "Notices/NoticeMetrics", "Reports/AlertMetrics", "Reports/AttendanceReport", "Reports/CrossingReport",
    "Reports/DayReports", "Reports/DoubtReport", "Reports/IncidentReports", "Reports/LogReports",
    "Reports/Metrics", "Reports/ResponderMetrics", "Reports/StorageMetrics", "Reports/TrackWriter",
    "Shared/ConsoleAccess", "Shared/MetricsHandlers", "Shared/PhoneAccess", "Shared/Refusals",
    "Shared/TaskFailures", "Tracking/ClockDoubt", "Tracking/DeviceEventHandlers",
    "Tracking/IngestAccess", "Tracking/IngestHandlers", "Tracking/LateDelivery",
    "Tracking/RejectionReasons", "Tracking/UploadHandlers", "Visits/PhoneVisitHandlers",
    "Visits/VisitFiles",
  ]
}
