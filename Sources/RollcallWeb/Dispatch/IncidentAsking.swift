import HTTPServer
import Rollcall

extension Asking {
  /// The people that a form asks: `offer` names one, `mode` says how those under `pick` or the ranking are
  /// asked, `within` is the time to answer in seconds.
  ///
  /// - Parameters:
  ///   - standard: the time to answer where none is typed.
  ///   - usual: the mode when the form has none; `nil` = it is required.
  /// - Returns: `nil` when something is wrong, which is then among the problems.
  init?(
    _ form: FormFields, answerWithin standard: Milliseconds, orElse usual: Mode?,
    _ problems: inout [FieldProblem]
  ) {
    let before = problems.count
    let within = Self.answerTime(form["within"] ?? "", standard, &problems)
    var asking: Asking?
    if let text = form["offer"] {
      asking = Int64(text).map { .one(Responder.ID($0), answerWithin: within) }
      if asking == nil { problems.append(FieldProblem("", Words.Asking.noSuchPerson)) }
    } else if let mode = form["mode"].map({ Mode(rawValue: $0) }) ?? usual {
      let picks = form.all("pick").compactMap { Int64($0) }.map { Responder.ID($0) }
      asking = Asking(mode, picks: picks, answerWithin: within)
      if asking?.isByHand == true, picks.isEmpty {
        problems.append(FieldProblem("", Words.Asking.nobodySelected))
      }
    } else {
      problems.append(FieldProblem("", Words.Asking.choose))
    }
    guard let asking, problems.count == before else { return nil }
    self = asking
  }

  /// The people ticked in a form.
  static func picks(_ form: FormFields) -> Set<Responder.ID> {
    Set(form.all("pick").compactMap { Int64($0) }.map { Responder.ID($0) })
  }

  private static func answerTime(
    _ text: String, _ standard: Milliseconds, _ problems: inout [FieldProblem]
  ) -> Milliseconds {
    guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return standard }
    guard let within = DispatchForm.milliseconds(text), answerTimes.contains(within) else {
      problems.append(FieldProblem("within", Words.Asking.wrongAnswerTime))
      return standard
    }
    return within
  }
}

extension Asking.Mode {
  /// The usual mode of a kind: drivers' orders are given out by hand.
  static func usual(_ kind: String) -> Asking.Mode {
    kind == Incident.Kind.order.rawValue ? .nobody : .automatic
  }
}
