import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'

/** These scripts read files of the project, so the tests change those files in a copy. */
describe('In a copy of the project', () => {
  let copy = ''
  const run = (script: string, ...args: string[]) => runCommand('node', [path.join(copy, 'scripts', script), ...args], { cwd: copy })

  beforeAll(() => {
    mkdirSync(cacheDir, { recursive: true })
    copy = mkdtempSync(path.join(cacheDir, 'scripts-test-'))
    for (const part of ['scripts', 'domain', 'worker', 'migrations', 'package.json', 'wrangler.toml'])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('the check refuses an unsafe migration of the project', async () => {
    expect(await run('check.ts', 'migrations')).toMatchObject({ code: 0 })
    const migration = path.join(copy, 'migrations/9999_unsafe.sql')
    writeFileSync(migration, 'DROP TABLE `users`;\n')
    const refused = await run('check.ts', 'migrations')
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('9999_unsafe.sql')
  })

  it('a deploy with wrong settings stops before the build', async () => {
    const file = path.join(copy, 'wrangler.toml')
    const settings = readFileSync(file, 'utf8')
    const production = 'ENVIRONMENT = "production"\n'
    expect(settings).toContain(production)
    writeFileSync(file, settings.replace(production, `${production}SANDBOX_URL = "http://localhost:5174"\n`))
    const stopped = await run('deploy.ts', '--dry-run')
    expect(stopped.code).toBe(1)
    expect(stopped.output).toContain('setting SANDBOX_URL is for local use only')
    expect(stopped.output).not.toContain('The build')
  })
})
