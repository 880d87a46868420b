import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { cacheDir } from './environment.ts'
import { hashFiles } from './hash-files.ts'

/** How to start a browser. `env` is set only if the browser brings libraries that the machine lacks. */
export type Browser = { executablePath: string; args: string[]; env?: Record<string, string> }

const packagedFolder = path.join(cacheDir, 'browser')

/** Whether this is the browser from the npm package. It shows no notifications, and its service worker does not work offline. */
export const isPackaged = ({ executablePath }: Browser) => executablePath.startsWith(packagedFolder)

const commands = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

const installPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : [],
  ),
]

/**
 * Features that the tests do not need. Chromium's address bar is a page of its own in each window; without it, a window needs half
 * the time. Chromium uses only the last list of disabled features, so this list repeats those that Playwright disables.
 */
const unusedFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** Without these arguments, a browser without internet access waits for its own connections. The first two are needed in containers. */
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

const listOnPath = (command: string) =>
  (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => (folder ? [path.join(folder, command)] : []))

/** Finds a Chrome or Chromium on this machine. BROWSER_PATH takes precedence. */
export const findInstalled = (): string | undefined =>
  process.env.BROWSER_PATH || [...commands.flatMap(listOnPath), ...installPaths].find(isExecutable)

/** Finds a Chromium without windows. BROWSER_PATH takes precedence here too. */
export const findShell = (): string | undefined => process.env.BROWSER_PATH || listOnPath('chromium-headless-shell').find(isExecutable)

/** Whether the machine has the libraries that every Chromium needs. A minimal machine lacks them. */
const hasBrowserLibraries = () =>
  ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib'].some((folder) =>
    existsSync(path.join(folder, 'libnss3.so')),
  )

/**
 * Unpacks the browser of the npm package. The package unpacks into the temporary folder, where another version may already be,
 * and it brings its libraries only if it believes that it runs on AWS Lambda. We set environment variables to control both.
 * We do not use its own arguments: they disable web security and run everything in one process, which ends with its first page.
 */
async function unpackBrowser(): Promise<Browser> {
  const folder = path.join(packagedFolder, hashFiles('node_modules/@sparticuz/chromium/package.json'))
  mkdirSync(folder, { recursive: true })
  const originalEnv = { ...process.env }
  process.env.TMPDIR = folder
  const lacksLibraries = !hasBrowserLibraries()
  if (lacksLibraries) process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    const { LD_LIBRARY_PATH = '', FONTCONFIG_PATH = '' } = process.env
    if (!lacksLibraries) return { executablePath, args: quietArgs }
    const definedVariables = Object.entries(originalEnv).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    )
    return { executablePath, args: quietArgs, env: { ...Object.fromEntries(definedVariables), LD_LIBRARY_PATH, FONTCONFIG_PATH } }
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (originalEnv[name] === undefined) delete process.env[name]
      else process.env[name] = originalEnv[name]
    }
  }
}

/**
 * Finds the browser that needs the least for the tests: a Chromium without windows, which saves a tenth of their time. It shows no
 * notifications, and its service worker does not work offline.
 */
export async function findQuickBrowser(): Promise<Browser> {
  const shell = findShell()
  return shell ? { executablePath: shell, args: quietArgs } : findBrowser()
}

/** Finds a Chrome or Chromium on this machine, or else uses the one from the npm package (Linux x64). */
export async function findBrowser(): Promise<Browser> {
  const installed = findInstalled()
  if (installed) return { executablePath: installed, args: quietArgs }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  throw new Error('No Chrome or Chromium was found. Install one, or set BROWSER_PATH to its path.')
}
