import { existsSync } from 'node:fs'
import { findInstalled } from './find-browser.ts'
import { runCommand } from './run-command.ts'

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Words stand in Arial, or a font as wide, until ours has come: in any other font they would move then. */
const hasArial = () => ['liberation', 'liberation2', 'msttcorefonts'].some((name) => existsSync(`/usr/share/fonts/truetype/${name}`))

async function install(packages: string[]): Promise<string> {
  console.log(`Installing ${packages.join(' and ')} for the browser tests…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
  return output.trim()
}

/** Sees to it that there is a whole browser to test with: on Debian as root by itself, elsewhere it says what to install. */
export async function installBrowser(): Promise<void> {
  if (canInstall()) {
    const missing = [...(findInstalled() ? [] : ['chromium']), ...(hasArial() ? [] : ['fonts-liberation'])]
    const output = missing.length > 0 ? await install(missing) : ''
    if (!findInstalled()) console.log(output)
  }
  if (findInstalled()) return
  console.log(
    'No Chrome or Chromium was found: install one or name it in BROWSER_PATH. Until then what the packaged browser cannot do is skipped.',
  )
}
