import type { Block } from './blocks.ts'

/** A problem book: so many exercises in linear algebra, each with its solution. The same every time. */
export function exercises(count: number): Block[] {
  const draw = randomFrom(20260914)
  const perChapter = Math.ceil(count / chapters.length)
  const blocks: Block[] = []
  for (const [index, chapter] of chapters.entries()) {
    blocks.push({ kind: 'heading', level: 1, text: chapter.title }, { kind: 'box', text: chapter.hint })
    for (let number = 1; number <= Math.min(perChapter, count - index * perChapter); number++) {
      const { task, solution, equation } = chapter.make(draw)
      blocks.push({ kind: 'heading', level: 2, text: `Exercise ${index + 1}.${number}` })
      blocks.push({ kind: 'paragraph', text: task })
      blocks.push({ kind: 'paragraph', text: `*Solution.* ${solution}` })
      blocks.push({ kind: 'equation', text: equation })
    }
  }
  return blocks
}

type Draw = (from: number, to: number) => number
type Exercise = { task: string; solution: string; equation: string }
type Chapter = { title: string; hint: string; make: (draw: Draw) => Exercise }

const chapters: Chapter[] = [
  {
    title: 'Vectors and angles',
    hint: 'The inner product of two vectors is zero exactly when they are perpendicular.',
    make(draw) {
      const [a, b, c, d] = [draw(1, 9), draw(-9, 9), draw(1, 9), draw(-9, 9)]
      const product = a * c + b * d
      return {
        task: `Let *u* = (${a}, ${b}) and *v* = (${c}, ${d}). Compute the inner product of *u* and *v*, and decide whether the angle between them is acute, right or obtuse.`,
        solution: `Multiply component by component and add. The result is ${product}, so the angle is ${product > 0 ? 'acute' : product < 0 ? 'obtuse' : 'a right one'}. Its cosine follows by dividing by both lengths, √${a * a + b * b} and √${c * c + d * d}.`,
        equation: `u ⋅ v = ${a} ⋅ ${c} + ${signed(b)} ⋅ ${signed(d)} = ${product}`,
      }
    },
  },
  {
    title: 'Systems of two equations',
    hint: 'Eliminate one unknown, solve for the other, and substitute. Check both equations at the end.',
    make(draw) {
      const [x, y] = [draw(-6, 6), draw(-6, 6)]
      const [a, b, c] = [draw(1, 7), draw(1, 7), draw(1, 7)]
      const d = b * c + a === a * b ? draw(8, 12) : a + b
      return {
        task: `Solve the system ${a}*x* + ${b}*y* = ${a * x + b * y} and ${c}*x* + ${c + d}*y* = ${c * x + (c + d) * y}.`,
        solution: `Multiply the first equation by ${c} and the second by ${a}, and subtract: *x* disappears and *y* = ${y} is left. Put into the first equation this gives ${a}*x* = ${a * x}.`,
        equation: `x = ${x},   y = ${y}`,
      }
    },
  },
  {
    title: 'Products of matrices',
    hint: 'The columns of a product are the images of the columns of its right factor.',
    make(draw) {
      const m = Array.from({ length: 8 }, () => draw(-5, 6))
      const [a, b, c, d, e, f, g, h] = m as [number, number, number, number, number, number, number, number]
      return {
        task: `The matrix *A* has the columns (${a}, ${c}) and (${b}, ${d}), the matrix *B* has the columns (${e}, ${g}) and (${f}, ${h}). Compute the product *A B* and say whether it equals *B A*.`,
        solution: `The first column of the product is ${e} times the first column of *A* plus ${signed(g)} times the second; the second column is made in the same way from ${f} and ${signed(h)}. Comparing one entry of *B A* is enough for the second question: its upper left one is ${e * a + f * c}.`,
        equation: `A B = [ ${a * e + b * g}  ${a * f + b * h} ;  ${c * e + d * g}  ${c * f + d * h} ]`,
      }
    },
  },
  {
    title: 'Determinants and areas',
    hint: 'The determinant is the signed area of the parallelogram that the columns span.',
    make(draw) {
      const [a, b, c, d] = [draw(-8, 9), draw(-8, 9), draw(-8, 9), draw(-8, 9)]
      const value = a * d - b * c
      return {
        task: `Find the area of the parallelogram spanned by (${a}, ${c}) and (${b}, ${d}), and decide whether the two vectors form a basis of the plane.`,
        solution: `Write the vectors as columns and take the determinant. It is ${value}, so the area is ${Math.abs(value)}, and the vectors ${value === 0 ? 'do not form a basis: one is a multiple of the other' : 'form a basis'}.`,
        equation: `${a} ⋅ ${signed(d)} − ${signed(b)} ⋅ ${signed(c)} = ${value}`,
      }
    },
  },
  {
    title: 'Eigenvalues',
    hint: 'A triangular matrix shows its eigenvalues on the diagonal.',
    make(draw) {
      const [p, q] = [draw(-6, 8), draw(-6, 8)]
      return {
        task: `A matrix has the trace ${p + q} and the determinant ${p * q}. Find its eigenvalues, and say whether the matrix can be inverted.`,
        solution: `The eigenvalues are the zeros of the characteristic polynomial, whose coefficients are the trace and the determinant. It factors, and the zeros are ${p} and ${q}. The matrix ${p * q === 0 ? 'cannot be inverted, since zero is among them' : 'can be inverted, since zero is not among them'}.`,
        equation: `λ^{2} − ${signed(p + q)} λ + ${signed(p * q)} = (λ − ${signed(p)}) (λ − ${signed(q)})`,
      }
    },
  },
]

function signed(value: number): string {
  return value < 0 ? `(−${-value})` : String(value)
}

/** Whole numbers that look random and are the same on every machine (mulberry32). */
function randomFrom(seed: number): Draw {
  let state = seed
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return from + (((t ^ (t >>> 14)) >>> 0) % (to - from + 1))
  }
}
