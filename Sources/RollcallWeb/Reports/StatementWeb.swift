import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// Statements: about a person, an incident, everybody on duty.
struct StatementWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    subjects.flatMap { path, subject in reading(path, subject) + [sending(path, subject)] }
      + [door.console(.get, "/w/{ws}/reports/statements", .exportHistory, mails)]
  }

  private func reading(_ path: String, _ subject: @escaping Subject) -> [Route] {
    Form.allCases.map { form in
      door.console(.get, "/w/{ws}/" + path + "/statement" + form.ending, .exportHistory, lane: .slow) {
        asked throws(StoreError) in try answer(asked, subject(asked), as: form)
      }
    }
  }

  private func sending(_ path: String, _ subject: @escaping Subject) -> Route {
    door.console(
      .post, "/w/{ws}/" + path + "/statement/mail", .exportHistory, lane: .slow,
      body: .form(limit: Door.formLimit)
    ) { asked throws(StoreError) in try send(asked, subject(asked)) }
  }

  private typealias Subject = @Sendable (ConsoleRequest) throws(StoreError) -> StatementQuestion.Subject

  private var subjects: [(path: String, subject: Subject)] {
    [
      ("responders/{id}", { asked throws(StoreError) in .person(try asked.responder()) }),
      (
        "incidents/{id}",
        { asked throws(StoreError) in
          guard let id = asked.request.pathID else { throw .notFound("incident") }
          return .incident(Incident.ID(id))
        }
      ),
      ("shift", { _ in .shift }),
    ]
  }

  /// In which form a statement is asked for.
  enum Form: CaseIterable, Sendable {
    case page, json, zip, pdf

    var ending: String {
      switch self {
      case .page: ""
      case .json: ".json"
      case .zip: ".zip"
      case .pdf: ".pdf"
      }
    }
  }
}

/// What a request asks a statement for.
struct AskedStatement {
  let subject: StatementQuestion.Subject
  /// The hours; `nil` = none were given.
  let span: TimeSpan?
  /// Up to when what was known counts; `nil` = now.
  let known: Timestamp?
  let problem: String

  /// Reads `from`, `to` and `known`; times without a zone are the workspace's.
  ///
  /// - Parameter last: the hours of a question without any; `nil` = it cannot be answered.
  init(
    _ fields: FormFields, _ subject: StatementQuestion.Subject, in workspace: Workspace,
    otherwise last: TimeSpan?
  ) {
    let zone = Zone(workspace.timeZone)
    let texts = ["from", "to", "known"].map { fields[$0] ?? "" }
    let found = [zone.instant(texts[0]), zone.end(texts[1]), zone.end(texts[2])]
    self.subject = subject
    let isBroken =
      zip(texts, found).contains { !$0.utf8.isEmpty && $1 == nil } || (found[0] == nil) != (found[1] == nil)
    let isBackwards = zip(found[0...0], found[1...1]).contains { from, to in
      if let from, let to { from >= to } else { false }
    }
    problem = isBroken ? Words.Statement.Form.wrong : isBackwards ? Words.Spans.wrongOrder : ""
    known = found[2]
    if !isBroken, !isBackwards, let from = found[0], let to = found[1] {
      span = TimeSpan(from: from, to: to)
    } else {
      let isIncident = if case .incident = subject { true } else { false }
      span = texts[0].utf8.isEmpty && texts[1].utf8.isEmpty && !isIncident ? last : nil
    }
  }

  /// Whether the question can be answered: an incident has hours of its own.
  var isComplete: Bool {
    if case .incident = subject { return problem.utf8.isEmpty }
    return span != nil
  }
}
