import sharp from 'sharp'

// libvips reads about forty formats; most decoder vulnerabilities were in the ones nobody uses.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
sharp.cache(false)
sharp.concurrency(1)

export type { Sharp } from 'sharp'
/** Decodes strangers' pictures. */
export { sharp }
