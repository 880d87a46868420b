import { existsSync } from 'node:fs'
import { findInstalled } from './find-browser.ts'
import { runCommand } from './run-command.ts'

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Sees to it that there is a whole browser to test with: on Debian as root by itself, elsewhere it says what to install. */
export async function installBrowser(): Promise<void> {
  if (findInstalled()) return
  if (canInstall()) {
    console.log('No Chrome or Chromium was found. Installing chromium…')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand('apt-get', ['update', '-qq'], { env })
    const { output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
    if (findInstalled()) return
    console.log(output.trim())
  }
  console.log(
    'No Chrome or Chromium was found: install one or name it in BROWSER_PATH. Until then what the packaged browser cannot do is skipped.',
  )
}
