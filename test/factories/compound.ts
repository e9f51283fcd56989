/** An OLE2 container (MS-CFB) with these streams, each in whole sectors, and empty storages. */
export function makeCompound(streams: Record<string, Buffer>, storages: string[] = []): Buffer {
  const sector = 512
  const none = 0xffffffff
  const end = 0xfffffffe
  const names = Object.keys(streams)
  const directorySectors = Math.ceil((names.length + storages.length + 1) / 4)
  const fat: number[] = [0xfffffffd]
  const chain = (count: number) => {
    const start = fat.length
    for (let i = 1; i <= count; i++) fat.push(i === count ? end : start + i)
    return start
  }
  chain(directorySectors)
  const bodies: Buffer[] = []
  const entry = (name: string, type: number, start: number, size: number) => {
    const made = Buffer.alloc(128)
    made.write(name, 'utf16le')
    made.writeUInt16LE((name.length + 1) * 2, 64)
    made[66] = type
    for (const at of [68, 72, 76]) made.writeUInt32LE(none, at)
    made.writeUInt32LE(start, 116)
    made.writeUInt32LE(size, 120)
    return made
  }
  const entries = [entry('Root Entry', 5, end, 0), ...storages.map(name => entry(name, 1, 0, 0))]
  for (const name of names) {
    const padded = Buffer.alloc(Math.max(8, Math.ceil(streams[name]!.length / sector)) * sector)
    streams[name]!.copy(padded)
    entries.push(entry(name, 2, chain(padded.length / sector), padded.length))
    bodies.push(padded)
  }
  const directory = Buffer.alloc(directorySectors * sector)
  Buffer.concat(entries).copy(directory)
  const table = Buffer.alloc(sector, 0xff)
  fat.forEach((next, index) => {
    table.writeUInt32LE(next, index * 4)
  })
  const header = Buffer.alloc(sector, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(end, 60)
  header.writeUInt32LE(end, 68)
  header.writeUInt32LE(0, 76)
  return Buffer.concat([header, table, directory, ...bodies])
}
