import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { runCommand } from '../../scripts/run-command.ts'
import { buildProduct } from './setup/build-product.ts'
import type { Figure } from './setup/figure.ts'

const Manifest = v.record(
  v.string(),
  v.object({ file: v.string(), isEntry: v.optional(v.boolean(), false), imports: v.optional(v.array(v.string()), []) }),
)
type Manifest = v.InferOutput<typeof Manifest>

/** Lists the files that run before the first request: the entry and its static imports. */
function listStartFiles(manifest: Manifest): string[] {
  const waiting = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const seen = new Set<string>()
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    waiting.push(...(manifest[key]?.imports ?? []))
  }
  return [...seen].flatMap((key) => manifest[key]?.file ?? [])
}

export const figures: Figure[] = [
  {
    name: 'worker-size',
    unit: 'KiB compressed',
    goal: { atMost: 1024 },
    gating: true,
    measure: async () => {
      const { code, output } = await runCommand('wrangler', ['deploy', '--dry-run'], { cwd: await buildProduct() })
      const total = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(output)
      if (code !== 0 || !total) throw new Error(`The dry run printed no size:\n${output.trim()}`)
      return { value: Number(total[2]), notes: [`${total[1]} KiB before compression`] }
    },
  },
  {
    name: 'worker-start-size',
    unit: 'KiB compressed',
    gating: false,
    measure: async () => {
      const built = path.join(await buildProduct(), 'dist/gather')
      const files = listStartFiles(v.parse(Manifest, JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8'))))
      if (files.length === 0) throw new Error('The manifest of the build has no entry.')
      const bytes = gzipSync(Buffer.concat(files.map((file) => readFileSync(path.join(built, file))))).length
      return { value: bytes / 1024, notes: [files.join(', ')] }
    },
  },
]
