import { unstable_startWorker as startWorker } from 'wrangler'

/**
 * Works like `wrangler dev`, but without a debugger and without watching files, because a benchmark must not measure them. The
 * Worker still writes its log lines, but they are not printed. With the debugger on, one log line takes longer than a whole request.
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
