/// Which doubts are shown: the whole of it is in the URL.
struct DoubtFilter: FieldValues {
  var responder: Int64?
  /// A flag's word; empty for all.
  var flag = ""
  /// A state's word; empty for all.
  var state = ""
  var from = ""
  /// The first instant or local day after the last one; empty for now.
  var to = ""
  /// The page of the list, from 1.
  var page = 1

  static let fields: [Field<DoubtFilter>] = [
    .id("responder", \.responder), .text("flag", \.flag), .text("state", \.state), .text("from", \.from),
    .text("to", \.to), .page(\.page),
  ]
}
