extension ResponderPage {
  /// Changes when what the page shows changes, and not because time passes: for an `ETag`.
  ///
  /// A range that ends now moves on by whole minutes, and the drawing with it.
  var version: String {
    var hash = ContentHash()
    for text in [
      shell.csrf, name, about, status.name, assignment?.label ?? "", assignment?.href ?? "", title, error,
      sentence.since?.iso ?? "", sentence.before, sentence.moment?.iso ?? "", sentence.after, sentence.rule,
      silencesNote, transitionsNote, blank?.title ?? "", lastDay, pushTest,
    ] { hash.add(text) }
    for flag in flags { hash.add(flag.name) }
    if let drawing { drawing.addVersion(to: &hash) }
    for row in silences.items { row.addVersion(to: &hash) }
    for row in transitions.items { hash.add(row.key + row.sentence) }
    for card in cards {
      for fact in card.facts { fact.addVersion(to: &hash) }
      hash.add(card.note)
    }
    access?.addVersion(to: &hash)
    // "Not modified" would tell an open page that the old data is as good as new.
    if isStale { hash.add(now) }
    return hash.text
  }
}

extension SilenceRow {
  fileprivate func addVersion(to hash: inout ContentHash) {
    for text in [from.iso, to?.iso ?? "", worst?.name ?? "", cause, track, backfilled?.iso ?? ""] {
      hash.add(text)
    }
    for fact in evidence { hash.add(fact.at.iso + fact.text) }
  }
}

extension TimelineDrawing {
  fileprivate func addVersion(to hash: inout ContentHash) {
    for path in reach + track { hash.add(path.level + path.path) }
    for line in ticks + events + doubts { hash.add(line.x + line.kind + line.hint) }
    for label in times + causes + notes { hash.add(label.x + label.text) }
    for mark in passages?.marks ?? [] { hash.add(mark.x + mark.kind + mark.hint) }
    for name in passages?.names ?? [] { hash.add(name.x + name.text) }
    hash.add(text)
  }
}
