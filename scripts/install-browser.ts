import { existsSync } from 'node:fs'
import { findInstalled, findShell } from './find-browser.ts'
import { runCommand } from './run-command.ts'

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Pages use Arial, or a font of the same width, until our font has loaded. With any other font, the text would move then. */
const hasArial = () => ['liberation', 'liberation2', 'msttcorefonts'].some((name) => existsSync(`/usr/share/fonts/truetype/${name}`))

async function install(packages: string[]): Promise<string> {
  console.log(`Installing ${packages.join(' and ')} for the browser tests…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { output } = await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
  return output.trim()
}

/** Makes sure that there is a full browser for the tests. As root on Debian, it installs one. Elsewhere, it says what to install. */
export async function installBrowser(): Promise<void> {
  if (canInstall()) {
    const missing = [...(findInstalled() ? [] : ['chromium']), ...(hasArial() ? [] : ['fonts-liberation'])]
    const output = missing.length > 0 ? await install(missing) : ''
    if (!findInstalled()) console.log(output)
    // Some versions of Debian do not have this package. The tests run without it, but slower.
    if (!findShell()) await install(['chromium-headless-shell'])
  }
  if (findInstalled()) return
  console.log('No Chrome or Chromium was found. Install one, or set BROWSER_PATH to its path. Until then, some tests are skipped.')
}
