import { globSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { properName } from '../../domain/texts.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The parts of a schema that can contain other schemas. */
type Schema = v.GenericSchema & {
  pipe?: readonly { type: string }[]
  wrapped?: unknown
  item?: unknown
  value?: unknown
  entries?: Record<string, unknown>
  options?: readonly unknown[]
}
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** This schema and every schema inside it, with the names of the fields that lead to it. */
function listSchemas(schema: unknown, at: string): [at: string, schema: Schema][] {
  if (!isSchema(schema)) return []
  // The first part of a pipe is the schema without its checks.
  const inside = [schema.wrapped, schema.item, schema.value, ...(schema.options ?? [])].flatMap((part) => listSchemas(part, at))
  const fields = Object.entries(schema.entries ?? {}).flatMap(([name, part]) => listSchemas(part, `${at}.${name}`))
  return [[at, schema], ...inside, ...fields]
}

const minimums = new Set(['min_length', 'min_graphemes', 'non_empty'])
const isRequiredText = ({ type, pipe }: Schema) => type === 'string' && pipe?.some((part) => minimums.has(part.type))

async function listRequiredTexts(file: string): Promise<[at: string, schema: Schema][]> {
  const exported: Record<string, unknown> = await import(path.join(root, file))
  return Object.entries(exported)
    .flatMap(([name, value]) => listSchemas(value, name))
    .filter(([, schema]) => isRequiredText(schema))
    .map(([at, schema]) => [`${file} ${at}`, schema])
}

const found = await Promise.all(globSync('domain/**/*.ts', { cwd: root }).map(listRequiredTexts))
const requiredTexts = new Map(found.flat())

/** Texts that code writes, never a person. */
const writtenByCode =
  /^domain\/(access|boot|config|jobs|mail|presence|push|notifications\/push-message|ask\/guesses|payments\/webhooks|orders\/receipt)\b| DeviceId\.id$/

/** The specification fixes this code. The form shows its own text for it. */
const codes = new Set(['invalidLocation'])

const readMessages = (schema: v.GenericSchema) => v.safeParse(schema, '').issues?.map(({ message }) => message) ?? []

describe('A text that must not be missing', () => {
  it('is found in every contract', () => {
    expect(requiredTexts.size).toBeGreaterThan(90)
    expect([...requiredTexts.keys()]).toContain('domain/user-lists/contract.ts CreateUserList.name')
  })

  it('asks for what is missing', () => {
    const others = [...requiredTexts].map(([at, schema]) => [at, readMessages(schema)[0]] as const)
    const unclear = others.filter(
      ([at, message = '']) =>
        !writtenByCode.test(at) && !codes.has(message) && !/^(Enter|Type|Write|Give|Say|Paste|Use) .+\.$/.test(message),
    )
    expect(unclear).toEqual([])
  })

  it('never has a minimum of one character', () => {
    const messages = [...requiredTexts].flatMap(([at, schema]) => readMessages(schema).map((message) => `${at}: ${message}`))
    expect(messages.filter((message) => /at least 1\b|1 characters/.test(message))).toEqual([])
  })
})

describe('A name', () => {
  it.each([
    ['A name', '', 'Enter a name.'],
    ['A guest’s name', '   ', 'Enter a guest’s name.'],
    ['The name', '\u200b\u3164', 'Enter the name.'],
    ['A name', '...', 'A name must contain letters or numbers.'],
    ['A name', 'x', undefined],
  ])('%s with the text %j', (label, typed, message) => {
    expect(v.safeParse(properName(label, 1, 60), typed).issues?.[0].message).toBe(message)
  })
})
