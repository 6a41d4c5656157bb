import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate for the host name, both made on the spot and good for this year and the next. */
export function makeCertificate(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(COMMON_NAME, tagged(0x0c, Buffer.from(host)))));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(0), utcTime(1)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(subjectAltName(host))),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const base64 = der.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

// Object identifiers 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2.
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const ECDSA_WITH_SHA256 = Buffer.from("300a06082a8648ce3d040302", "hex");

function subjectAltName(host: string): Buffer {
  return sequence(SUBJECT_ALT_NAME, tagged(0x04, sequence(tagged(0x82, Buffer.from(host)))));
}

function utcTime(yearsAhead: number): Buffer {
  const year = (new Date().getUTCFullYear() + yearsAhead) % 100;
  const day = yearsAhead === 0 ? "0101" : "1231";
  return tagged(0x17, Buffer.from(`${String(year).padStart(2, "0")}${day}000000Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
