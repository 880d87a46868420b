import { runChecks } from './run-checks.ts'

const names = process.argv.slice(2)
const results = await runChecks(names.length > 0 ? { names } : {})
if (results.some((result) => !result.ok)) process.exitCode = 1
