import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PageName, pages } from '../../domain/pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sources = ['web', 'domain', 'worker'].flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))

/** A link in our code to one of our pages, with its parameters: `/settings?tab=general`. Variable parts of the path are "x". */
type PageLink = { file: string; pathname: string; names: string[] }

const link = /['"`(](\/[\w/${}.()-]*)\?([a-zA-Z]\w*=[^'"`)\s]*)/g

function listLinks(): PageLink[] {
  return sources.flatMap((file) =>
    [...read(file).matchAll(link)].map(([, pathname = '', query = '']) => ({
      file,
      pathname: pathname.replace(/\$\{[^}]*\}/g, 'x'),
      names: [...query.matchAll(/(?:^|&)([a-zA-Z]\w*)=/g)].map(([, name = '']) => name),
    })),
  )
}

const imported = /(?:from|import\()\s*'(\.[^']+)'/g

/** A file and everything that it imports, directly or not. */
function collectFiles(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, target = ''] of read(file).matchAll(imported)) {
    const next = path.join(path.dirname(file), target)
    if (/\.tsx?$/.test(next)) collectFiles(next, found)
  }
  return found
}

const screenFiles = new Map(
  [...read('web/screens.ts').matchAll(/(\w+): \(\) => import\('\.\/([^']+)'\)/g)].map(([, name = '', file = '']) => [name, `web/${file}`]),
)

/** The page of a path. A page without variable parts comes first. */
function findPage(pathname: string): PageName | undefined {
  const names = Object.keys(pages) as PageName[]
  const matching = names.filter((name) => {
    const pattern = pages[name].path.replace(/^\//, '').replace(/:\w+\??/g, '[^/]+')
    return new RegExp(`^/${pattern}$`).test(pathname)
  })
  return matching.toSorted((a, b) => pages[a].path.split(':').length - pages[b].path.split(':').length)[0]
}

describe('A link with a parameter', () => {
  const links = listLinks().flatMap(({ file, pathname, names }) => {
    const page = findPage(pathname)
    return page ? names.map((name) => ({ file, page, name })) : []
  })

  it('is found in many files', () => {
    expect(links.length).toBeGreaterThan(20)
    expect(links).toContainEqual({ file: 'web/events/page/host-links.tsx', page: 'manageEvent', name: 'cancel' })
  })

  it('goes to a page that reads the parameter', () => {
    const textOfPage = new Map<string, string>()
    const readsParameter = (page: string, name: string) => {
      const screen = screenFiles.get(page)
      if (screen === undefined) return false
      const text = textOfPage.get(page) ?? [...collectFiles(screen)].map(read).join('\n')
      textOfPage.set(page, text)
      // Some screens keep the name of the parameter in a constant.
      return new RegExp(`(?:\\b(?:get|getText|has)\\(|[\\w ]= )'${name}'`).test(text)
    }
    const unread = links.filter(({ page, name }) => !readsParameter(page, name))
    expect(unread).toEqual([])
  })
})
