import * as v from 'valibot'
import { Boot } from '../domain/boot.ts'

export function parseBoot(text: string): Boot | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Boot), text)
  return parsed.success ? parsed.output : null
}
