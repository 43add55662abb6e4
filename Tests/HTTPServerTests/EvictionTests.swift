import Testing

@testable import HTTPServer

/// Which connections go first when there are too many.
struct EvictionTests {
  private let crowd = PeerAddress(high: 1, low: 0)
  private let neighbour = PeerAddress(high: 2, low: 0)

  private func stranger(_ network: PeerAddress, _ since: UInt64) -> Eviction.Candidate {
    Eviction.Candidate(network: network, since: since)
  }

  @Test func whatANetworkHasBeyondItsShareGoesFirst() {
    let candidates = [
      stranger(neighbour, 1), stranger(crowd, 2), stranger(crowd, 3), stranger(crowd, 4), stranger(crowd, 5),
    ]
    #expect(Eviction.order(candidates, share: 2) == [1, 2, 0, 3, 4])
  }

  @Test func withoutASharePerNetworkTheOldestStrangerGoesFirst() {
    let candidates = [stranger(crowd, 3), stranger(crowd, 2), stranger(neighbour, 1), stranger(crowd, 4)]
    #expect(Eviction.order(candidates, share: nil) == [2, 1, 0, 3])
  }

  @Test func clientsThatHaveAuthenticatedGoLast() {
    let known = Eviction.Candidate(network: nil, since: 1)
    let candidates = [known, stranger(neighbour, 8), stranger(crowd, 7), stranger(crowd, 9), known]
    #expect(Eviction.order(candidates, share: 1) == [2, 1, 3, 0, 4])
  }

  @Test func whereNothingMayGoNothingGoes() {
    #expect(Eviction.order([], share: 1).isEmpty)
  }
}
