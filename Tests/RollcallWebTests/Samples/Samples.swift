@testable import RollcallWeb

/// A part of which there is an example with every kind of content.
protocol Sampled {
  static var sample: Self { get }
}

/// An example of every page of the console.
enum Samples {
  static let pages: [any Page] = [
    LoginPage.sample, LoginCodePage.sample, InvitationPage.sample, AccountPage.sample,
    TwoFactorPage.sample, RecoveryCodesPage.sample, MembersPage.sample, KeysPage.sample,
    ScreensPage.sample, ScreenPage.sample, BoardPage.sample, PastBoardPage.sample, LanesPage.sample,
    LiveMapPage.sample, RegionsPage.sample, HistoryPage.sample, DoubtsPage.sample, RespondersPage.sample,
    ResponderPage.sample, MessagePage.sample, IncidentsPage.sample, NewIncidentPage.sample,
    IncidentPage.sample, OfferLinkPage.sample, AlertsPage.sample, AlertPage.sample, DrillsPage.sample,
    NewDrillPage.sample, DrillPage.sample, ReportsPage.sample, ReportPage.sample, SchedulesPage.sample,
    ExportsPage.sample, AuditPage.sample, HoldsPage.sample, RequestsPage.sample, ErasePage.sample,
    TrackImportPage.sample, FirstRunPage.sample, ServerPage.sample, PersonPage.sample, ImportPage.sample,
    DutyPage.sample, DutyRulePage.sample,
    SettingsPage.sample, WorkspaceSettingsPage.sample,
    ProfilesPage.sample,
    ProfilePage.sample, FlagsPage.sample, DispatchSettingsPage.sample, TemplatesPage.sample,
    EscalationPage.sample,
    ChannelsPage.sample,
    ChannelPage.sample, EventsPage.sample, EventPage.sample, VisitsPage.sample, OutletsPage.sample,
    ConnectPage.sample, DevicePage.sample, CardsPage.sample, CardSheetPage.sample, StatementPage.sample,
    StatementSheetPage.sample, StatementMailPage.sample, StatementMailsPage.sample, FindPage.sample,
    VerifyPage.sample, LooksPage.sample, ReplayPage.sample,
    SetUpPage.sample, MergePage.sample,
    OwnPage.sample, OwnHistoryPage.sample, SearchPage.sample, AddressesPage.sample,
  ]
}
