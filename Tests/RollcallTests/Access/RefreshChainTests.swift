import Seeds
import Rollcall
import Testing

@Suite("Refresh tokens")
struct RefreshChainTests {
  private static let day: Int64 = 86_400_000

  @Test(
    "The verdict on a refresh token, by which one it is, its device and the time",
    arguments: [
      (.newest, true, true, 0, .rotate), (.newest, true, false, 60 * day - 1, .rotate),
      (.newest, true, true, 60 * day, .expired), (.newest, false, false, 0, .revoke),
      (.beforeNewest, true, true, 60_000, .sendAgain), (.beforeNewest, true, true, 60_001, .revoke),
      (.beforeNewest, true, false, 60_001, .sendAgain), (.beforeNewest, true, false, 3 * day, .sendAgain),
      (.beforeNewest, false, false, 0, .revoke), (.other, true, false, 0, .revoke),
      (.other, false, true, 0, .revoke),
    ] as [(RefreshChain.Shown, Bool, Bool, Int64, RefreshChain.Verdict)])
  func verdicts(
    shown: RefreshChain.Shown, isSame: Bool, isUsed: Bool, after: Int64, verdict: RefreshChain.Verdict
  ) {
    let chain = Shown()
    let used = Timestamp(milliseconds: 1_000)
    #expect(chain.show(.newest, isSameDevice: true, at: used) == .rotate)
    let at = used.advanced(by: after)
    #expect(chain.show(shown, isSameDevice: isSame, isNewestUsed: isUsed, at: at) == verdict)
  }

  @Test("A phone whose answers are lost again and again is answered until it has one")
  func tunnel() {
    let chain = Shown()
    var now = Timestamp(milliseconds: 1_000)
    #expect(chain.show(.newest, isSameDevice: true, at: now) == .rotate)
    for _ in 0..<5 {
      now = now.advanced(by: 1_200_000)
      #expect(chain.show(.beforeNewest, isSameDevice: true, isNewestUsed: false, at: now) == .sendAgain)
    }
    now = now.advanced(by: 60_001)
    #expect(chain.show(.beforeNewest, isSameDevice: true, isNewestUsed: true, at: now) == .revoke)
  }

  @Test("A login without any use has nothing to send again")
  func fresh() {
    let chain = Shown()
    #expect(chain.show(.beforeNewest, isSameDevice: true, at: Timestamp(milliseconds: 1)) == .revoke)
  }

  @Test("Presenting a token that another client has used ends the login", arguments: Seeds.some(40))
  func theft(seed: UInt64) {
    // The thief copies the phone's token once; both go on with what they are given, as the same device. Their uses
    // are more than a minute apart, so no answer can be taken for a lost one.
    var random = Dice(seed: seed)
    let chain = Shown()
    var (now, newest) = (Timestamp(milliseconds: 0), 0)
    func show(_ token: Int) -> RefreshChain.Verdict {
      let shown: RefreshChain.Shown =
        token == newest ? .newest : token == newest - 1 ? .beforeNewest : .other
      let verdict = chain.show(shown, isSameDevice: true, at: now)
      if verdict == .rotate { newest += 1 }
      return verdict
    }
    var held = [0, 0]
    var users = Set<Int>()
    for _ in 0..<200 {
      now = now.advanced(by: Int64.random(in: 60_001...900_000, using: &random))
      let user = Int.random(in: 0...1, using: &random)
      users.insert(user)
      let verdict = show(held[user])
      if users.count == 1 {
        #expect(verdict == .rotate)
      } else {
        #expect(verdict == .revoke)
        return
      }
      held[user] = newest
    }
  }
}

/// A chain that can be shown tokens inside an expectation.
private final class Shown {
  private var chain = RefreshChain(startedAt: Timestamp(milliseconds: 0))

  func show(
    _ shown: RefreshChain.Shown, isSameDevice: Bool, isNewestUsed: Bool = true, at now: Timestamp
  ) -> RefreshChain.Verdict {
    chain.show(shown, isSameDevice: isSameDevice, isNewestUsed: isNewestUsed, at: now)
  }
}
