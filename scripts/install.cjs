// This runs before anything is installed, with any version of Node. So it is plain CommonJS without dependencies.
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const root = path.resolve(__dirname, '..')
const lock = path.join(root, 'package-lock.json')
const installed = path.join(root, 'node_modules', '.package-lock.json')

/** @param {string} file */
const changedAt = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0)

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`This project needs Node 20 or newer to install. You have Node ${process.versions.node}.`)
  process.exit(1)
}

if (changedAt(lock) > changedAt(installed)) {
  console.log('Installing packages…')
  // We do not use `npm ci`: it fails if the registry lacks packages for other operating systems that the lock file names.
  const command = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  // All build and test tools are dev dependencies, which npm would leave out with NODE_ENV=production.
  const { NODE_ENV: _, ...env } = process.env
  const npm = process.env.npm_execpath
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...command], { cwd: root, env, stdio: 'inherit' })
    : spawnSync('npm', command, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    console.error('The packages could not be installed. Can you reach the package registry?')
    process.exit(result.status ?? 1)
  }
  // npm does not touch this file if nothing had to change. We do, so that the next start does not install again.
  const now = new Date()
  fs.utimesSync(installed, now, now)
}
