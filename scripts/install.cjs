// Runs on whatever Node the machine has, before anything is installed: plain CommonJS, no dependencies.
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
  console.error(`This project needs Node 20 or newer to install; this is Node ${process.versions.node}.`)
  process.exit(1)
}

if (changedAt(lock) > changedAt(installed)) {
  console.log('Installing packages…')
  // `npm ci` refuses a lock file that names packages for other systems which the registry at hand lacks.
  const command = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  // Everything that builds and tests is a dev dependency, which npm leaves out under NODE_ENV=production.
  const { NODE_ENV: _, ...env } = process.env
  const npm = process.env.npm_execpath
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...command], { cwd: root, env, stdio: 'inherit' })
    : spawnSync('npm', command, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    console.error('The packages could not be installed. Is the package registry within reach?')
    process.exit(result.status ?? 1)
  }
  // npm leaves the file alone when nothing had to change, and then the next start would install again.
  const now = new Date()
  fs.utimesSync(installed, now, now)
}
