/// Every page of the console. A template that none of them uses is refused at start.
enum ConsolePages {
  /// The pages, by their type.
  static let all: [any Page.Type] = [
    LoginPage.self, LoginCodePage.self, InvitationPage.self, AccountPage.self, TwoFactorPage.self,
    RecoveryCodesPage.self, MembersPage.self, KeysPage.self, ScreensPage.self, ScreenPage.self,
    BoardPage.self, PastBoardPage.self, LanesPage.self, LiveMapPage.self, RegionsPage.self, HistoryPage.self,
    DoubtsPage.self, RespondersPage.self, ResponderPage.self, MessagePage.self, IncidentsPage.self,
    NewIncidentPage.self, IncidentPage.self, OfferLinkPage.self, AlertsPage.self, AlertPage.self,
    DrillsPage.self, NewDrillPage.self, DrillPage.self, ReportsPage.self, ReportPage.self, SchedulesPage.self,
    ExportsPage.self, AuditPage.self, HoldsPage.self, RequestsPage.self, ErasePage.self, TrackImportPage.self,
    FirstRunPage.self, ServerPage.self, PersonPage.self, ImportPage.self, DutyPage.self, DutyRulePage.self,
    SettingsPage.self, WorkspaceSettingsPage.self, ProfilesPage.self, ProfilePage.self,
    FlagsPage.self, DispatchSettingsPage.self, TemplatesPage.self, EscalationPage.self, ChannelsPage.self,
    ChannelPage.self, EventsPage.self,
    EventPage.self, VisitsPage.self, OutletsPage.self, ConnectPage.self, DevicePage.self, CardsPage.self,
    CardSheetPage.self, StatementPage.self, StatementSheetPage.self, StatementMailPage.self,
    StatementMailsPage.self, FindPage.self, VerifyPage.self,
    LooksPage.self, ReplayPage.self, SetUpPage.self, MergePage.self, OwnPage.self,
    OwnHistoryPage.self, SearchPage.self, AddressesPage.self,
  ]
}
