import { serve } from './serve.ts'
import { dataFolder } from './settings.ts'

/** The server of `npm run dev`, which Node restarts when a file it was read from changes. */
const server = await serve(process.env, dataFolder(process.env))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
