/// libFuzzer calls this with one input after the other; whatever traps or fails a check is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let failure = FuzzChunks.failure(bytes) { fatalError(failure) }
  return 0
}
