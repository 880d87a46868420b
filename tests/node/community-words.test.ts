import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Calls and tags whose texts only developers read. */
const forDevelopers = /^(operation|describeOperations|sql|logLine|JobError|Error|RangeError)$/
const nameOf = (node: unknown): string =>
  !isNode(node) ? '' : node.type === 'MemberExpression' ? nameOf(node.object) : typeof node.name === 'string' ? node.name : ''

/** The text of a node, with an ellipsis for each value inside. Null if it has none. */
function readText(node: Node): string | null {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('…')
}

function* listTexts(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* listTexts(one)
  if (!isNode(value) || /^(Import|ExportAll|TS.*Type)/.test(value.type)) return
  if (forDevelopers.test(nameOf(value.callee ?? value.tag))) return
  const text = readText(value)
  if (text !== null) yield text.replace(/\s+/g, ' ').trim()
  for (const part of Object.values(value)) yield* listTexts(part)
}

/** A key, a path or a class has no space and begins with a small letter. */
const isForPeople = (text: string) => /\s|^[A-Z]/.test(text)
const saysTeam = (text: string) => isForPeople(text) && /(?<![\w/.-])teams?(?![\w/-])/i.test(text)

/** Files whose teams are no communities, each with the reason. */
const otherFiles: Record<string, string> = {
  'web/external-teams/external-teams-page.tsx': 'a team of another site',
  'web/external-teams/team-form-dialog.tsx': 'a team of another site',
  'domain/external-teams/failures.ts': 'a team of another site',
  'web/home/other-games.tsx': 'a team of another site',
  'web/forms/build/kinds.ts': 'words that people type',
  'domain/ask/read-seats.ts': 'words that people type',
  'domain/ask/read-small-words.ts': 'words that people type',
  'worker/ask/refine.ts': 'words that a model reads',
  'domain/development-pages.ts': 'pages that no person sees',
}

/** Texts that say "team", each with the reason. */
const otherTexts: Record<string, string> = {
  'Team not found': 'quoted in the specification',
  'Team Message Received': 'a topic of the specification',
  'New Team Member': 'a topic of the specification',
  'Teams on other sites': 'a team of another site',
  'Games of your teams on other sites': 'a team of another site',
  'Games of your teams on other sites, from their calendars.': 'a team of another site',
  'You added the calendar of this team.': 'a team of another site',
  'We could not find this team.': 'a team of another site',
  'You can link up to … teams. Remove one first.': 'a team of another site',
  'A team, a club, or friends who play.': 'says who can be a community',
  'Thank you. Our team will review your report.': 'the people who run the product',
  'Our team reads every report. We do not tell anyone who sent it.': 'the people who run the product',
  'Our team reads every message.': 'the people who run the product',
  'Tell us what you were looking for. Our team reads every message.': 'the people who run the product',
  'With an account, you can [send feedback](/feedback). Our team reads every message.': 'the people who run the product',
  Teams: 'a heading in the document of the API',
  TEAMS: 'a type of the specification',
  'team …': 'the owner of a stored file',
  'team draft … of …': 'the owner of a stored file',
}

type Found = { file: string; text: string }
const listFound = (file: string, source: string): Found[] =>
  [...listTexts(parseSync(file, source).program)].filter(saysTeam).map((text) => ({ file, text }))

const found = globSync('{domain,web,worker}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  return /team/i.test(source) ? listFound(file, source) : []
})

describe('What the code calls a team', () => {
  it('is a community wherever a person reads it', () => {
    expect(found.filter(({ file, text }) => !Object.hasOwn(otherFiles, file) && !Object.hasOwn(otherTexts, text))).toEqual([])
  })

  it('may be something else only in texts that exist', () => {
    const [files, texts] = [new Set(found.map(({ file }) => file)), new Set(found.map(({ text }) => text))]
    expect(Object.keys(otherFiles).filter((file) => !files.has(file))).toEqual([])
    expect(Object.keys(otherTexts).filter((text) => !texts.has(text))).toEqual([])
  })

  it('is found in text, attributes and templates, but not in code', () => {
    const source = `
      import { team } from '../teams/x.ts'
      const key = 'team'
      const path = \`/team/\${team.id}\`
      const title = \`\${name} left your team\`
      const row = <p title="Your teams">The team plays on {day}.</p>
      operation('Create a team', 201)`
    expect(listFound('x.tsx', source).map(({ text }) => text)).toEqual(['… left your team', 'Your teams', 'The team plays on'])
  })
})
