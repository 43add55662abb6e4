import Rollcall

/// Which incidents the list shows: the whole of it is in the URL.
struct IncidentFilter: FieldValues {
  static let pageSize = 100

  /// A state, or all.
  var state: Incident.State?
  var page = 1
  /// How far back the numbers below the list look.
  var numbers = NumbersSpan.week

  static let fields: [Field<IncidentFilter>] = [
    .choice("state", \.state), .page(\.page), .choice("numbers", \.numbers, usual: .week),
  ]
}
