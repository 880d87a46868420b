import { createServer, type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveLocally } from './serve-locally.ts'

/** A proxy in front of the product that can simulate newer versions of it. */
export type Deployments = {
  url: string
  /** Simulates a complete new version with its own service worker and files. */
  deploy: (build: string) => void
  /** Simulates a broken or gradual release: the service worker changes, but the page does not. */
  misdeploy: (builds: string[]) => void
  /** How often the browser has requested the service worker. */
  looks: () => number
  stop: () => Promise<void>
}

/** The two files that differ between two builds of the same sources. Their names contain a hash of their content. */
const hashedFiles = /\b(index|service-worker)-[\w-]+\.js/g
const shellRevision = /("?revision"?:[`"'])[^`"']+([`"'],"?url"?:[`"']index\.html)/
const rewritableTypes = /^(text|application)\/(html|javascript)/

export async function startDeployments(productUrl: string): Promise<Deployments> {
  const product = new URL(productUrl)
  const buildId = await readBuildId(productUrl)
  const originals = new Map<string, string>()
  let deployed: string | null = null
  let brokenBuilds: string[] = []
  let looks = 0

  const rewriteBody = (body: string, path: string): string => {
    if (path === '/sw.js' && brokenBuilds.length > 0) {
      const build = brokenBuilds[looks % brokenBuilds.length] ?? ''
      return `${body.replaceAll(buildId, build)}\n// look ${looks}`
    }
    const build = deployed
    if (build === null) return body
    originals.set(`/assets/screen-files-${build}.json`, `/assets/screen-files-${buildId}.json`)
    // The page refers to other files now, so the service worker needs another revision of it.
    const rewritten = body.replaceAll(buildId, build).replace(shellRevision, `$1${build}$2`)
    return rewritten.replaceAll(hashedFiles, (file, name: string) => {
      const renamed = `${name}-${build}.js`
      originals.set(`/assets/${renamed}`, `/assets/${file}`)
      return renamed
    })
  }

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (path === '/sw.js') looks += 1
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const upstream = send({
      host: product.hostname,
      port: product.port,
      method: incoming.method,
      path: originals.get(path) ?? path,
      headers,
    })
    upstream.on('error', () => outgoing.destroy())
    upstream.on('response', async (answer: IncomingMessage) => {
      const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...headersToKeep } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, headersToKeep)
      if (rewritableTypes.test(answer.headers['content-type'] ?? '')) outgoing.end(rewriteBody(await text(answer), path))
      else answer.pipe(outgoing)
    })
    incoming.pipe(upstream)
  })
  return {
    ...(await serveLocally(server)),
    deploy: (build) => {
      deployed = build
    },
    misdeploy: (builds) => {
      brokenBuilds = builds
    },
    looks: () => looks,
  }
}

/** Reads the id of the build from the service worker, which sends it in a message. The code of the page contains the same id. */
async function readBuildId(productUrl: string): Promise<string> {
  const worker = await (await fetch(`${productUrl}/sw.js`)).text()
  const [, buildId] = /postMessage\([`"']([\w-]+)[`"']\)/.exec(worker) ?? []
  if (!buildId) throw new Error('sw.js no longer tells which build it is.')
  return buildId
}
