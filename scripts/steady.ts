import { applyQuietEnvironment } from './environment.ts'
import { runCommand, runHere } from './run-command.ts'

applyQuietEnvironment()

/** Lists the browser test files that differ from the last commit, including new files. */
async function listChangedSpecs(): Promise<string[]> {
  const gitCommands = [
    ['diff', '--name-only', '--diff-filter=d', 'HEAD'],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const results = await Promise.all(gitCommands.map((args) => runCommand('git', args)))
  const files = results.flatMap(({ stdout }) => stdout.split('\n'))
  return files.filter((file) => /^tests\/e2e\/.+\.spec\.ts$/.test(file))
}

/** New and changed browser tests must pass five times in a row without a retry. */
const chosenSpecs = process.argv.slice(2)
const specs = chosenSpecs.length > 0 ? chosenSpecs : await listChangedSpecs()
if (specs.length === 0) {
  console.log('No browser test has changed since the last commit. To choose one: npm run steady -- tests/e2e/home.spec.ts')
} else {
  process.exitCode = await runHere('playwright', ['test', ...specs, '--repeat-each=5', '--retries=0'])
}
