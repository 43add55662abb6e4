public import HTTPTypes

/// One answered request, for metrics and the access log. Holds no free text of the client.
public struct Observation: Sendable {
  /// The method; GET when it could not be read.
  public let method: HTTPRequest.Method
  /// The pattern of the route, "" when there was none.
  public let routePattern: String
  /// The status sent.
  public let status: HTTPResponse.Status
  /// Bytes of the body handed to the connection.
  public let responseBytes: Int
  /// From the end of the head to the end of the answer.
  public let nanoseconds: UInt64
  /// False when the client left, or was cut off, before the answer was complete.
  public let isComplete: Bool
}
