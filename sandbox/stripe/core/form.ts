import { invalid } from './errors.ts'

export type Raw = string | { [key: string]: Raw }
export type RawParams = { [key: string]: Raw }

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a form body or a query with nested keys: `items[0][price]=price_1` becomes `{items: {0: {price: 'price_1'}}}`. */
export function parseForm(text: string): RawParams {
  const root: RawParams = {}
  for (const [name, value] of new URLSearchParams(text)) insert(root, readKeys(name), value)
  return root
}

function readKeys(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match?.[1]) throw unknownParameter(name)
  return [match[1], ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
}

function insert(root: RawParams, keys: string[], value: string): void {
  let target = root
  for (const [depth, key] of keys.entries()) {
    if (forbiddenKeys.has(key)) throw unknownParameter(pathOf(keys))
    const name = key === '' ? String(Object.keys(target).length) : key
    if (depth === keys.length - 1) {
      target[name] = value
      return
    }
    const existing = target[name]
    if (typeof existing === 'string' && existing !== '') throw invalid('Invalid object', { param: pathOf(keys.slice(0, depth + 1)) })
    const next = typeof existing === 'object' ? existing : {}
    target[name] = next
    target = next
  }
}

export const pathOf = ([first = '', ...rest]: readonly string[]) => `${first}${rest.map((key) => `[${key}]`).join('')}`

/** The parts of a path. One that is not encoded properly stays as it is, and no object has such an id. */
export const partsOf = (path: string): string[] =>
  path.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })

export const unknownParameter = (param: string) => invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
