extension SilenceAnalysis {
  /// A session that ended after the last contact and had no successor: all later requests of the phone were
  /// refused.
  ///
  /// An end after the silence already counted as offline is considered only when nothing explains its
  /// beginning, unless a refused request shows that the phone did try.
  func sessionEnded(_ how: SilenceFacts.SessionEnd.How, _ stage: Stage) -> [Evidence]? {
    let refused = facts.refusals.filter { $0 >= span.from && $0 <= span.to }.min()
    let end = facts.sessionEnds.filter { $0.how == how && isUnanswered($0) }.min { $0.at < $1.at }
    guard let end else { return nil }
    let tried = refused.flatMap { $0 >= end.at ? $0 : nil }
    guard stage == .later || end.at <= onset || tried != nil else { return nil }
    let what = how == .revoked ? "session revoked" : "session expired"
    let trial = tried.map { Evidence(at: $0, text: "the phone reported and was refused") }
    return [Evidence(at: end.at, text: what)] + [trial].compactMap { $0 }
  }

  private func isUnanswered(_ end: SilenceFacts.SessionEnd) -> Bool {
    guard end.at >= span.from, isOpen ? end.at <= span.to : end.at < span.to else { return false }
    return end.succeededAt.map { $0 > end.at } ?? true
  }
}
