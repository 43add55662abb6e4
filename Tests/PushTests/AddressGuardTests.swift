import Glibc
import Testing

@testable import Push

@Suite("Addresses that others name")
struct AddressGuardTests {
  @Test(
    "what is inside, special or wraps such an address may not be reached",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255",
      "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.0.1", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
      "198.19.255.255",
      "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
      "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
      "::ffff:169.254.169.254",
      "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::192.168.1.1", "64:ff9b::169.254.169.254",
      "64:ff9b:1::8.8.8.8", "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1",
      "2002:7f00:1::", "2002:0a00:0001::1", "2002:a9fe:a9fe::1", "3fff::1", "5f00::1", "fc00::1",
      "fd00:ec2::254",
      "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
    ])
  func forbidden(text: String) throws {
    #expect(!AddressGuard.allows(try #require(Self.bytes(text))), "\(text)")
  }

  @Test(
    "what is public may, up to the edges of what is not",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.1", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
      "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
      "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:200::1", "2001:4860:4860::8888", "2002:0808:0808::1",
      "2606:4700:4700::1111", "2a00:1450::1", "3ffe::1",
    ])
  func allowed(text: String) throws {
    #expect(AddressGuard.allows(try #require(Self.bytes(text))), "\(text)")
  }

  @Test("what is no address is not allowed")
  func noAddress() {
    for count in [0, 1, 3, 5, 15, 17] {
      #expect(!AddressGuard.allows([UInt8](repeating: 8, count: count)))
    }
  }

  @Test(
    "a call to a server inside is refused when it connects, however the address is written",
    arguments: [
      "127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0", "10.0.0.1",
      "169.254.169.254",
    ])
  func calls(host: String) throws {
    let port = try #require(try FakeProvider.shared.get().url.split(separator: ":").last)
    let caller = HTTPCaller(allowsPrivateNetworks: false, timeout: 120_000)
    let call = HTTPCall(url: "https://\(host):\(port)/hooks/inside", headers: [], body: [1], isTrusted: false)
    #expect(throws: CallFailure.forbiddenAddress) { try caller.post(call).get() }
  }

  @Test(
    "so is one by IPv6, where the machine has it", arguments: ["[::1]", "[::ffff:127.0.0.1]", "[fe80::1]"])
  func calls6(host: String) {
    let caller = HTTPCaller(allowsPrivateNetworks: false, timeout: 120_000)
    let call = HTTPCall(url: "https://\(host)/", headers: [], body: [1], isTrusted: false)
    guard case .failure(let failure) = caller.post(call) else {
      Issue.record("connected")
      return
    }
    // libcurl reads no IPv6 address on a machine without IPv6.
    #expect([.forbiddenAddress, .unresolved].contains(failure))
  }

  @Test("nor is anything but https, unless private networks are allowed or the operator named the server")
  func plainHTTP() throws {
    let url = try FakeProvider.shared.get().url + "/"
    let body = #"{"topic": "rc-plain", "priority": 3}"#
    func post(_ url: String, isTrusted: Bool, inside: Bool) -> Result<HTTPAnswer, CallFailure> {
      let caller = HTTPCaller(allowsPrivateNetworks: inside, timeout: 120_000)
      let headers = [(name: "Content-Type", value: "application/json")]
      return caller.post(HTTPCall(url: url, headers: headers, body: Array(body.utf8), isTrusted: isTrusted))
    }
    #expect(throws: CallFailure.badURL) { try post(url, isTrusted: false, inside: false).get() }
    #expect(try post(url, isTrusted: false, inside: true).get().status == 200)
    #expect(try post(url, isTrusted: true, inside: false).get().status == 200)
    for other in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"] {
      #expect(throws: CallFailure.badURL) { try post(other, isTrusted: true, inside: true).get() }
    }
    let withUser = url.split(separator: "//").joined(separator: "//user:pass@")
    #expect(throws: CallFailure.badURL) { try post(withUser, isTrusted: true, inside: true).get() }
  }

  /// The bytes of an address in numbers.
  private static func bytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
