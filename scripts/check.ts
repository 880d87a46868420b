import { runChecks } from './run-checks.ts'

const results = await runChecks()
if (results.some((result) => !result.ok)) process.exitCode = 1
