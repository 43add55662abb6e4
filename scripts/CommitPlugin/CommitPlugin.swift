import Foundation
import PackagePlugin

/// Writes the commit that is built into a Swift file, before each build. SwiftPM keeps a manifest's results, so the manifest
/// itself cannot say it.
@main
struct CommitPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appending(path: "generated")
    let script = context.package.directoryURL.appending(path: "scripts/write-commit")
    return [
      .prebuildCommand(
        displayName: "Name the commit", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, folder.appending(path: "Commit.swift").path], outputFilesDirectory: folder)
    ]
  }
}
