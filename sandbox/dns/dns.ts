import { json, readJson, refusal, type StandIn } from '../stand-in.ts'

const types = { CNAME: 5, TXT: 16 } as const
type RecordType = keyof typeof types

const isType = (text: unknown): text is RecordType => typeof text === 'string' && Object.hasOwn(types, text)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const maxNames = 1000

/**
 * Simulates a public resolver that answers in JSON over HTTPS (`GET /query?name=…&type=TXT`), as Cloudflare's does. The DNS is empty at first.
 * `PUT /records` with `{ "name": "play.example.com", "type": "CNAME", "values": ["localhost"] }` sets the records of a name, and `GET /records`
 * lists all of them.
 */
export function createDns(): StandIn {
  const records = new Map<string, string[]>()
  const keyOf = (name: string, type: RecordType) => `${name.toLowerCase().replace(/\.$/, '')} ${type}`

  const answerQuery = ({ searchParams }: URL) => {
    const [name, type] = [searchParams.get('name') ?? '', searchParams.get('type') ?? 'A']
    if (name === '') return refusal(400, 'bad_request', 'Name the domain as name.')
    const values = isType(type) ? records.get(keyOf(name, type)) : undefined
    const question = { Status: values ? 0 : 3, Question: [{ name, type }] }
    // As a resolver writes them: texts in quotes, and names with a dot at their end.
    const answer = values?.map((value) => ({
      ...{ name, type: isType(type) ? types[type] : 0, TTL: 300 },
      data: type === 'TXT' ? `"${value}"` : `${value}.`,
    }))
    return json({ ...question, ...(answer && { Answer: answer }) }, 200, { 'content-type': 'application/dns-json' })
  }

  const setRecords = async (request: Request) => {
    const body = await readJson(request)
    const { name, type, values } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    if (!isText(name) || !isType(type) || !Array.isArray(values) || !values.every(isText))
      return refusal(400, 'bad_request', 'Send a name, a type (CNAME or TXT) and a list of values.')
    const key = keyOf(name, type)
    if (records.size >= maxNames && !records.has(key)) return refusal(409, 'full', `The sandbox has records of up to ${maxNames} names.`)
    if (values.length === 0) records.delete(key)
    else records.set(key, values)
    return json({ name, type, values })
  }

  return (request, path) => {
    if (path === '/query' && request.method === 'GET') return answerQuery(new URL(request.url))
    if (path === '/records' && request.method === 'PUT') return setRecords(request)
    if (path === '/records' && request.method === 'GET')
      return json({ records: [...records].map(([key, values]) => ({ name: key.split(' ')[0], type: key.split(' ')[1], values })) })
    return refusal(404, 'not_found', `There is nothing at ${path}.`)
  }
}
