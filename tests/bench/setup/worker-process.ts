import { unstable_startWorker as startWorker } from 'wrangler'

/**
 * `wrangler dev` without what a benchmark must not measure: no debugger, no watching, and log lines, which the Worker
 * still writes, are not printed. With the debugger on, one line costs the runner more than a whole request costs the Worker.
 */
const [config, state, port] = process.argv.slice(2)
if (!config || !state || !port) throw new Error('Needs a configuration, a state folder and a port.')

const worker = await startWorker({
  config,
  dev: {
    inspector: false,
    watch: false,
    logLevel: 'error',
    persist: state,
    server: { hostname: 'localhost', port: Number(port) },
    structuredLogsHandler: ({ level, message }: { level: string; message: string }) => {
      if (level === 'error') process.stderr.write(`${message}\n`)
    },
  },
})
process.once('SIGTERM', async () => {
  await worker.dispose()
  process.exit(0)
})
