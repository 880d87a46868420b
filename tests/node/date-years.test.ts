import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A call that formats a time, with its options. */
const formatting = /(?:\.toLocale(?:Date|Time)?String|Intl\.DateTimeFormat|writeTime|formatIn)\([^;]*?\{[^}]*\}/g

const hasNoYear = (call: string) => /\bmonth:/.test(call) && /\bday:/.test(call) && !/\byear\b/.test(call)

it('Every date is written with its year, or by `writeDate`, which adds a year that is not the current one', () => {
  expect('date.toLocaleDateString(undefined, {\n month: "short", day: "numeric" })'.match(formatting)?.filter(hasNoYear)).toHaveLength(1)
  const files = globSync('{domain,worker,web,durable-objects}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(500)
  const faults = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(formatting) ?? []).filter(hasNoYear).map((call) => `${file}: ${call}`),
  )
  expect(faults).toEqual([])
})
