import { root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'

/** The browser tests in the file of the first name count what they tap or fill in, and the seconds, and say so in annotations of these names. */
const [taps, seconds, tapsWithGoogle] = ['taps-to-seat', 'seconds-to-seat', 'taps-to-seat-with-google']

async function runTest(): Promise<string> {
  // The browser tests run what is in `dist/`, which may be old.
  const build = await runCommand('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: undefined } })
  if (build.code !== 0) throw new Error(`The build failed:\n${build.output.trim()}`)
  const args = ['test', taps, `--grep=${taps}`, '--project=phone', '--reporter=json', '--retries=0']
  const { code, output } = await runCommand('playwright', args, { cwd: root })
  if (code !== 0) throw new Error(`A browser test failed:\n${output.trim()}`)
  return output
}

/** All figures come from one run. */
let run: Promise<string> | undefined

async function read(name: string): Promise<number> {
  run ??= runTest()
  const found = new RegExp(`"type": "${name}",\\s*"description": "([\\d.]+)"`).exec(await run)
  if (!found) throw new Error(`No browser test noted ${name}`)
  return Number(found[1])
}

export const figures: Figure[] = [
  {
    name: taps,
    unit: 'taps',
    goal: { atMost: 8 },
    gating: true,
    measure: async () => ({ value: await read(taps), notes: ['from the link of a game to a seat, for a stranger with a phone'] }),
  },
  {
    name: tapsWithGoogle,
    unit: 'taps',
    goal: { atMost: 8 },
    gating: true,
    measure: async () => ({ value: await read(tapsWithGoogle), notes: ['the same with Google, where the stranger has one account'] }),
  },
  {
    name: seconds,
    unit: 's',
    goal: { atMost: 20 },
    gating: false,
    measure: async () => ({
      value: await read(seconds),
      notes: ['what the product takes of the minute, without the time in which a person reads the email and types'],
    }),
  },
]
