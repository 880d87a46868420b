import { applyQuietEnvironment } from './environment.ts'
import { runCommand, runHere } from './run-command.ts'

applyQuietEnvironment()

/** Specs that differ from what has landed, also those that git does not know yet. */
async function listChangedSpecs(): Promise<string[]> {
  const asked = [
    ['diff', '--name-only', '--diff-filter=d', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const answers = await Promise.all(asked.map((args) => runCommand('git', args)))
  const files = answers.flatMap(({ stdout }) => stdout.split('\n'))
  return files.filter((file) => /^tests\/e2e\/.+\.spec\.ts$/.test(file))
}

/** A browser test is new or changed: it passes five times in a row, without a second try, before it joins the others. */
const named = process.argv.slice(2)
const specs = named.length > 0 ? named : await listChangedSpecs()
if (specs.length === 0) {
  console.log('No browser test differs from the last commit. Name one: npm run steady -- tests/e2e/home.spec.ts')
} else {
  process.exitCode = await runHere('playwright', ['test', ...specs, '--repeat-each=5', '--retries=0'])
}
