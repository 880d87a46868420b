import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { cacheDir } from './environment.ts'
import { hashFiles } from './hash-files.ts'

/** How to start a browser; `env` only where it needs libraries that the machine lacks. */
export type Browser = { executablePath: string; args: string[]; env?: Record<string, string> }

const packagedFolder = path.join(cacheDir, 'browser')

/** Whether it is the one that comes as a package: it shows no notifications and loses its service worker offline. */
export const isPackaged = ({ executablePath }: Browser) => executablePath.startsWith(packagedFolder)

const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : [],
  ),
]

/**
 * Chromium's address bar is a page of its own, drawn anew for each window: without it a window costs half.
 * The last list of features is the one that counts, so those that Playwright switches off stand here, too.
 */
const unusedFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** Without these a browser on a closed network waits for connections of its own; the first two are for containers. */
const quietArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unusedFeatures.join(',')}`,
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A Chrome or Chromium of this machine, BROWSER_PATH before all. */
export function findInstalled(): string | undefined {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => commands.map((command) => path.join(folder, command)))
  return [...onPath, ...places].find(isExecutable)
}

/** What a bare machine lacks for running any Chromium. */
const hasBrowserLibraries = () =>
  ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib'].some((folder) =>
    existsSync(path.join(folder, 'libnss3.so')),
  )

/**
 * The browser that comes as a package. It unpacks itself into the temporary folder, where another version may lie,
 * and brings its libraries only where it believes to be in the cloud: both are told to it through the environment.
 * Its own arguments are left out: one process for everything, which ends with its first page, and no web security.
 */
async function unpackBrowser(): Promise<Browser> {
  const folder = path.join(packagedFolder, hashFiles('node_modules/@sparticuz/chromium/package.json'))
  mkdirSync(folder, { recursive: true })
  const before = { ...process.env }
  process.env.TMPDIR = folder
  const isBare = !hasBrowserLibraries()
  if (isBare) process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env
    if (!isBare) return { executablePath, args: quietArgs }
    const known = Object.entries(before).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
    return { executablePath, args: quietArgs, env: { ...Object.fromEntries(known), LD_LIBRARY_PATH, FONTCONFIG_PATH } }
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/** A Chrome or Chromium of this machine, else the one that comes as a package (Linux x64). */
export async function findBrowser(): Promise<Browser> {
  const installed = findInstalled()
  if (installed) return { executablePath: installed, args: quietArgs }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  throw new Error('No Chrome or Chromium was found. Install one, or name it in BROWSER_PATH.')
}
