import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bubblewrapArguments } from '#server/platform/sandbox/bubblewrap.ts'
import { notAdmitted, ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { killGroup } from '#server/platform/sandbox/kill-group.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import { type Conversion, type Converter, maxWaiting } from './conversion.ts'

type Options = { soffice: string; timeoutMs: number; concurrency: number }

// Address space 4 GiB, files of 512 MiB, no core dumps, and too few processes for a fork bomb.
const limits = 'ulimit -v 4194304 -f 1048576 -c 0; ulimit -u 256 2>/dev/null || ulimit -p 256; exec "$@"'

/** This machine's LibreOffice, a new one for each file, in bubblewrap: it sees the file and nothing else. */
export function createLibreOffice({ soffice, timeoutMs, concurrency }: Options): Converter {
  const semaphore = createSemaphore(concurrency, maxWaiting)
  const running = new Set<number>()

  async function runIn(folder: string, { extension, signal }: Conversion): Promise<void> {
    const command = [
      ...['/bin/sh', '-c', limits, 'sh', soffice],
      ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
      `-env:UserInstallation=file://${folder}/profile`,
      ...['--convert-to', 'pdf', '--outdir', join(folder, 'out'), join(folder, `document.${extension}`)],
    ]
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' }
    const enclosure = {
      readable: soffice.startsWith('/usr/') ? [] : [dirname(soffice)],
      writable: [folder],
      env,
    }
    const process = spawn('bwrap', bubblewrapArguments(enclosure, command), {
      stdio: 'ignore',
      env: { PATH: env.PATH },
      cwd: folder,
      detached: true,
    })
    const exit = once(process, 'exit')
    const pid = process.pid
    if (pid === undefined) throw new ProcessFailure('unready', await exit.then(String, String))
    running.add(pid)
    let reason: 'timeout' | 'aborted' | undefined
    const end = (why: 'timeout' | 'aborted') => {
      reason ??= why
      killGroup(pid)
    }
    const timer = setTimeout(end, timeoutMs, 'timeout')
    const onAbort = () => end('aborted')
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      // Its exit code says nothing: it is 0 when loading fails, and the namespace ends with it.
      await exit
      if (reason) throw new ProcessFailure(reason)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      running.delete(pid)
    }
  }

  return {
    name: 'libreoffice',
    async convert(conversion) {
      const leave = await semaphore.enter(conversion.signal).catch(notAdmitted)
      await inOwnFolder(async folder => {
        await mkdir(join(folder, 'out'))
        await link(conversion.input, join(folder, `document.${conversion.extension}`))
        await runIn(folder, conversion)
        await rename(join(folder, 'out', 'document.pdf'), conversion.output).catch(() => {
          throw new ProcessFailure('died', 'LibreOffice wrote no PDF.')
        })
      }).finally(leave)
    },
    async warm() {},
    async close() {
      for (const pid of running) killGroup(pid)
    },
  }
}
