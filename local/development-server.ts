import { serve } from './serve.ts'
import { dataFolder } from './settings.ts'

/** The server of `npm run dev`, which development.ts restarts when a file changes. */
let stop = async () => {}
for (const event of ['SIGTERM', 'disconnect'] as const)
  process.on(event, () => stop().finally(() => process.exit(0)))
// Ctrl-C reaches every process of the terminal; the supervisor decides when this one ends.
process.on('SIGINT', () => {})

const server = await serve(process.env, dataFolder(process.env))
stop = () => server.close()
