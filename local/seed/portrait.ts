import sharp from 'sharp'

/** The looks of a person in the demo world. */
export type Looks = {
  ground: string
  skin: string
  hair: string
  clothes: string
  style: keyof typeof styles
  glasses?: true
  beard?: true
}

/** Draws a face as a PNG: flat and calm, recognizable from 24 pixels up. */
export async function drawPortrait(looks: Looks): Promise<Uint8Array> {
  return sharp(Buffer.from(face(looks)))
    .png()
    .toBuffer()
}

function face({ ground, skin, hair, clothes, style, glasses, beard }: Looks): string {
  const { behind = '', front }: Hair = styles[style]
  const covered = style === 'scarf'
  const dark = shade(hair, 0.8)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 512 512" fill="none" stroke-linecap="round">
  <rect width="512" height="512" fill="${ground}"/>
  <circle cx="256" cy="268" r="212" fill="#fff" opacity=".16"/>
  <g fill="${covered ? clothes : shade(hair, 0.9)}">${behind}</g>
  <path d="M58 512C62 424 150 396 256 396s194 28 198 116z" fill="${clothes}"/>
  <path d="M208 320h96v72c0 42-96 42-96 0z" fill="${shade(skin, 0.88)}"/>
  <g fill="${skin}">
    <circle cx="166" cy="262" r="22"/><circle cx="346" cy="262" r="22"/>
    <path d="M166 236c0-76 40-108 90-108s90 32 90 108c0 80-40 132-90 132s-90-52-90-132z"/>
  </g>
  ${beard ? `<path d="M164 252c2 76 42 132 92 132s90-56 92-132c-8 36-26 46-48 42-26-8-62-8-88 0-22 4-40-6-48-42z" fill="${hair}"/>` : ''}
  <g fill="#e2604f" opacity=".2"><circle cx="198" cy="296" r="20"/><circle cx="314" cy="296" r="20"/></g>
  <g fill="#2a2430"><ellipse cx="218" cy="254" rx="9" ry="11"/><ellipse cx="294" cy="254" rx="9" ry="11"/></g>
  <g stroke="${covered ? '#3a2c2a' : dark}" stroke-width="7"><path d="M198 226q18-13 38-4M276 222q20-9 38 4"/></g>
  <path d="M256 262q-10 24 4 27" stroke="${shade(skin, 0.8)}" stroke-width="6"/>
  <path d="M222 312q34 34 68 0z" fill="#fff" stroke="${shade(skin, 0.58)}" stroke-width="6" stroke-linejoin="round"/>
  <g fill="${covered ? clothes : hair}" stroke="${covered ? shade(clothes, 0.86) : 'none'}" stroke-width="7">${front}</g>
  ${glasses ? '<g stroke="#34303c" stroke-width="7"><circle cx="217" cy="256" r="31" fill="#fff" fill-opacity=".18"/><circle cx="295" cy="256" r="31" fill="#fff" fill-opacity=".18"/><path d="M248 250q8-6 16 0M186 248l-18-6M326 248l18-6"/></g>' : ''}
</svg>`
}

const parted =
  '<path d="M158 266c-12-108 40-158 98-158s110 50 98 158c-4-52-30-92-92-118-60 26-100 66-104 118z"/>'

type Hair = { behind?: string; front: string }

/** The hair behind the head, and in front of it. */
const styles = {
  short: {
    front:
      '<path d="M158 252c-14-100 34-152 104-152 66 0 104 50 92 152-6-30-14-48-28-62-38 10-86 4-120-16-20 18-40 42-48 78z"/>',
  },
  swept: {
    front:
      '<path d="M156 250c-14-98 36-156 116-150 62 4 94 58 82 150-5-32-11-50-24-66-46 6-94-6-120-30-4 34-40 52-54 96z"/>',
  },
  crop: {
    front:
      '<path d="M160 240c-8-92 34-136 96-136s104 44 96 136c-4-22-8-38-16-52-44-14-116-14-160 0-8 14-12 30-16 52z"/>',
  },
  fringe: {
    behind:
      '<path d="M138 256c-8-112 50-164 118-164s126 52 118 164l8 100c2 34-46 34-58 6H188c-12 28-60 28-58-6z"/>',
    front:
      '<path d="M156 262c-8-98 38-150 100-150s108 52 100 150c-4-28-8-42-14-54-50 14-122 14-172 0-6 12-10 26-14 54z"/>',
  },
  long: {
    behind:
      '<path d="M148 250c-8-116 44-160 108-160s116 44 108 160c2 76 40 130 30 202-44 26-232 26-276 0-10-72 28-126 30-202z"/>',
    front: parted,
  },
  wavy: {
    behind:
      '<path d="M150 240c-10-108 46-150 106-150s116 42 106 150c30 26 8 52 24 84 22 34-6 50 4 92-40 40-228 40-268 0 10-42-18-58 4-92 16-32-6-58 24-84z"/>',
    front:
      '<path d="M158 266c-14-102 24-162 94-162 78 0 116 58 102 162-6-48-22-82-62-110-36 34-94 46-116 58-10 14-16 30-18 52z"/>',
  },
  bun: {
    behind: '<circle cx="256" cy="84" r="48"/><path d="M150 256c-6-104 44-158 106-158s112 54 106 158z"/>',
    front: parted,
  },
  curls: {
    behind:
      '<path d="M142 270a50 50 0 0 1 2-84 56 56 0 0 1 52-82 62 62 0 0 1 120 0 56 56 0 0 1 52 82 50 50 0 0 1 2 84z"/>',
    front:
      '<path d="M156 236a40 40 0 0 1 14-66 44 44 0 0 1 52-46 48 48 0 0 1 72 2 44 44 0 0 1 50 46 40 40 0 0 1 12 64 30 30 0 0 1-36-26 36 36 0 0 1-52-18 38 38 0 0 1-54 2 36 36 0 0 1-28 16 32 32 0 0 1-30 26z"/>',
  },
  scarf: {
    behind:
      '<path d="M120 512c20-90 6-170 10-250C134 156 186 84 256 84s122 72 126 178c4 80-10 160 10 250z"/>',
    front:
      '<path stroke="none" fill-rule="evenodd" d="M118 512c22-96 8-170 12-250C134 156 186 84 256 84s122 72 126 178c4 80-10 154 12 250zm138-374c-52 0-80 42-80 100 0 72 34 126 80 126s80-54 80-126c0-58-28-100-80-100z"/><path fill="none" d="M182 322c20 54 92 88 168 76M204 372c10 40 60 76 110 88"/>',
  },
} satisfies Record<string, Hair>

/** Darkens a color. */
function shade(color: string, by: number): string {
  const parts = [1, 3, 5].map(at => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * by))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}
