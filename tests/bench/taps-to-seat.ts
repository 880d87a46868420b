import { root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'

/** The browser test with this in its name counts what it taps or fills in, and says so in an annotation of the same name. */
const name = 'taps-to-seat'

export const figures: Figure[] = [
  {
    name,
    unit: 'taps',
    goal: { atMost: 8 },
    gating: true,
    measure: async () => {
      // The browser tests run what is in `dist/`, which may be old.
      const build = await runCommand('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: undefined } })
      if (build.code !== 0) throw new Error(`The build failed:\n${build.output.trim()}`)
      const args = ['test', 'seat-codes', `--grep=${name}`, '--project=phone', '--reporter=json', '--retries=0']
      const { code, output } = await runCommand('playwright', args, { cwd: root })
      const counted = new RegExp(`"type": "${name}",\\s*"description": "(\\d+)"`).exec(output)
      if (code !== 0 || !counted) throw new Error(`The browser test did not count:\n${output.trim()}`)
      return { value: Number(counted[1]), notes: ['from the link of a game to a seat, for a stranger with a phone'] }
    },
  },
]
