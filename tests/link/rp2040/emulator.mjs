// An emulated Pico (npm rp2040js): its flash from files, its USB serial port on a TCP socket, hands on standard input.
//
//   node emulator.mjs RP2040JS BOOTROM IMAGE.uf2 FILES.img WAVE
//
// RP2040JS is the package's dist/esm/index.js; FILES.img is MicroPython's file system. Prints the socket's port. Lines
// of input are the closed contacts as a hexadecimal mask. WAVE gets a line for each edge at GP16: nanoseconds, level.
import { createWriteStream, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [library, bootrom, image, files, wave] = process.argv.slice(2);
const { Simulator, USBCDC, GPIOPinState } = await import(pathToFileURL(library).href);

const FLASH = 0x10000000;
const FILES_AT = 0xa0000; // 2 MB of flash, the last 1408 KB are the file system
const ROWS = [2, 3, 4, 5, 6, 7, 8];
const COLUMNS = [9, 10, 11, 12, 13, 14, 15];
const LIGHTS = 16;
const SLICE = 40_000;
const NANOS = 1e9 / 125e6;

const { clock, rp2040: mcu } = new Simulator();
const rom = readFileSync(bootrom);
mcu.loadBootrom(new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length)));
load(readFileSync(image));
mcu.flash.set(readFileSync(files), FILES_AT);

function load(uf2) {
  for (let at = 0; at + 512 <= uf2.length; at += 512) {
    const address = uf2.readUInt32LE(at + 12);
    const size = uf2.readUInt32LE(at + 16);
    mcu.flash.set(uf2.subarray(at + 32, at + 32 + size), address - FLASH);
  }
}

// The matrix: a selected row pulls the columns of its closed contacts low.
let closed = 0n;
function sense() {
  COLUMNS.forEach((pin, column) => {
    const low = ROWS.some(
      (row, number) =>
        mcu.gpio[row].value === GPIOPinState.Low && (closed >> BigInt(7 * number + column)) & 1n,
    );
    mcu.gpio[pin].setInputValue(!low);
  });
}
for (const pin of mcu.gpio) pin.setInputValue(true);
for (const row of ROWS) mcu.gpio[row].addListener(sense);
createInterface({ input: process.stdin }).on("line", (line) => {
  closed = BigInt(`0x${line}`);
  sense();
});

const edges = createWriteStream(wave);
mcu.gpio[LIGHTS].addListener((state) => {
  edges.write(`${clock.nanos} ${state === GPIOPinState.High ? 1 : 0}\n`);
});

// The USB serial port.
const cdc = new USBCDC(mcu.usbCtrl);
let host = null;
let waiting = [];
cdc.onSerialData = (data) => host?.write(data);
const server = createServer((socket) => {
  host = socket;
  socket.setNoDelay(true);
  socket.on("data", (data) => waiting.push(...data));
  socket.on("close", () => (host = null));
  socket.on("error", () => (host = null));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function feed() {
  let taken = 0;
  while (taken < waiting.length && !cdc.txFIFO.full) cdc.sendSerialByte(waiting[taken++]);
  if (taken) waiting = waiting.slice(taken);
}

function slice() {
  feed();
  for (let count = 0; count < SLICE; count++) {
    if (mcu.core.waiting) {
      const nanos = clock.nanosToNextAlarm;
      clock.tick(nanos);
      count += nanos / NANOS;
    } else {
      clock.tick(mcu.core.executeInstruction() * NANOS);
    }
  }
  setImmediate(slice);
}

mcu.core.PC = FLASH;
slice();
