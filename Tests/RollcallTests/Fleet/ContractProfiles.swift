/// The five profiles, as the contract prints them.
enum ContractProfiles {
  static let responder = #"""
    {"name":"responder","labels":{"on_duty":"On duty","on_mission":"On mission"},"rules":[
     {"name":"on_mission, low power","when":{"duty":"on_mission","power_mode":"low_power"},"interval_s":30,"distance_m":500,"degraded_s":45,"offline_s":60},
     {"name":"on_duty, low power","when":{"power_mode":"low_power"},"interval_s":120,"distance_m":500,"degraded_s":150,"offline_s":180},
     {"name":"on_mission","when":{"duty":"on_mission"},"interval_s":15,"distance_m":20,"degraded_s":30,"offline_s":60},
     {"name":"on_duty","interval_s":60,"distance_m":50,"degraded_s":90,"offline_s":180}]}
    """#

  static let family = #"""
    {"name":"family","labels":{"on_duty":"Sharing"},"rules":[
     {"name":"battery very low","when":{"battery_below":0.10},"interval_s":900,"distance_m":100},
     {"name":"battery low","when":{"battery_below":0.20},"interval_s":600,"distance_m":100},
     {"name":"moving","when":{"speed_above_mps":1.0},"interval_s":120,"distance_m":100},
     {"name":"stationary","interval_s":300,"distance_m":100}]}
    """#

  static let driver = #"""
    {"name":"driver","labels":{"on_duty":"On shift","on_mission":"Order"},"rules":[
     {"name":"order","when":{"duty":"on_mission"},"interval_s":15,"distance_m":20,"degraded_s":30,"offline_s":60},
     {"name":"shift","interval_s":60,"distance_m":50}]}
    """#

  static let field = #"""
    {"name":"field","labels":{"on_duty":"On shift"},"queue_limit":200,"rules":[
     {"name":"battery","when":{"battery_below":0.15},"interval_s":1800},
     {"name":"foreground","when":{"app_state":"foreground"},"interval_s":300,"degraded_s":1350,"offline_s":2700},
     {"name":"background","interval_s":900}]}
    """#

  static let event = #"""
    {"name":"event","labels":{"on_duty":"Tracking"},"queue_limit":1000,"order":"fifo","rules":[{"name":"tracking","interval_s":10}]}
    """#

  static let all = [responder, family, driver, field, event]
}
