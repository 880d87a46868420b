import { createServer, type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveLocally } from './serve-locally.ts'

/** What stands before the product and can pretend that newer versions of it were put up. */
export type Deployments = {
  url: string
  /** A whole new version: its own service worker, its own files. */
  deploy: (build: string) => void
  /** What a broken release or one that is rolled out step by step gives: the service worker changes, the page does not. */
  misdeploy: (builds: string[]) => void
  /** How often the service worker was looked at. */
  looks: () => number
  stop: () => Promise<void>
}

/** The two files of the page that differ between two builds of the same sources, named by their content. */
const changing = /\b(index|service-worker)-[\w-]{8}\.js/g
const shellRevision = /("?revision"?:[`"'])[^`"']+([`"'],"?url"?:[`"']index\.html)/
const readable = /^(text|application)\/(html|javascript)/

export async function startDeployments(productUrl: string): Promise<Deployments> {
  const product = new URL(productUrl)
  const buildId = await readBuildId(productUrl)
  const originals = new Map<string, string>()
  let deployed: string | null = null
  let faulty: string[] = []
  let looks = 0

  const dress = (body: string, path: string): string => {
    if (path === '/sw.js' && faulty.length > 0) {
      const build = faulty[looks % faulty.length] ?? ''
      return `${body.replaceAll(buildId, build)}\n// look ${looks}`
    }
    const build = deployed
    if (build === null) return body
    // A page that names other files is another page to the service worker.
    const renewed = body.replaceAll(buildId, build).replace(shellRevision, `$1${build}$2`)
    return renewed.replaceAll(changing, (file, name: string) => {
      const renamed = `${name}-${build}.js`
      originals.set(`/assets/${renamed}`, `/assets/${file}`)
      return renamed
    })
  }

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (path === '/sw.js') looks += 1
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const onward = send({ host: product.hostname, port: product.port, method: incoming.method, path: originals.get(path) ?? path, headers })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', async (answer: IncomingMessage) => {
      const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      if (readable.test(answer.headers['content-type'] ?? '')) outgoing.end(dress(await text(answer), path))
      else answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  return {
    ...(await serveLocally(server)),
    deploy: (build) => {
      deployed = build
    },
    misdeploy: (builds) => {
      faulty = builds
    },
    looks: () => looks,
  }
}

/** The build's name stands in the page's code and in its service worker: what both hold where the worker tells it. */
async function readBuildId(productUrl: string): Promise<string> {
  const worker = await (await fetch(`${productUrl}/sw.js`)).text()
  const [, buildId] = /postMessage\([`"']([\w-]+)[`"']\)/.exec(worker) ?? []
  if (!buildId) throw new Error('sw.js no longer tells which build it is.')
  return buildId
}
