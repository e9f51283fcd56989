import { crc32, deflateRawSync } from 'node:zlib'

type Entry = {
  name: string
  data: string | Uint8Array
  /** Stored, not deflated; OpenDocument files begin this way. */
  stored?: boolean
  /** The unpacked size that the headers claim, if they lie. */
  claimedSize?: number
  unixMode?: number
  encrypted?: boolean
}

/** A zip archive, honest or not. */
export function makeZip(entries: Entry[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data as Uint8Array)
    const packed = entry.stored ? data : deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2)
    common.writeUInt16LE(entry.stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.claimedSize ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, name])
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name]))
    local.push(header, packed)
    offset += header.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
