/** Every way a call can fail: does asking again help, and one sentence on what to do. docs/errors.md equals this table. */
export const FAILURES = {
  OLD_NODE: { retry: false, help: "Galley needs Node 22 or newer." },
  EMPTY_INPUT: {
    retry: false,
    help: "The input has no bytes; check that the file was saved or the download finished.",
  },
  NOT_HTML: {
    retry: false,
    help: "The bytes are not HTML (an image, PDF, archive or program); give the page itself.",
  },
  INPUT_TOO_LARGE: {
    retry: false,
    help: "The page is over the size limit; raise maxBytes if it is really one page.",
  },
  PAGE_TOO_DEEP: {
    retry: false,
    help: "The markup nests too deep or too wildly to be a page; nothing can be read from it.",
  },
  BAD_GZIP: {
    retry: false,
    help: "The gzip data is damaged or cut short; fetch or compress the file again.",
  },
  FILE_NOT_FOUND: { retry: false, help: "There is no such file or folder; check the path." },
  FILE_UNREADABLE: { retry: false, help: "The file or folder cannot be read; check its permissions." },
  WRITE_FAILED: {
    retry: false,
    help: "The output cannot be written; check the folder, its permissions and the free space.",
  },
  BAD_OPTION: { retry: false, help: "A command, an argument or an option is not as it must be; see --help." },
  BAD_RECORD: {
    retry: false,
    help: "A line of the input is no page record; it needs a JSON object with html or htmlPath.",
  },
  BAD_SET: {
    retry: false,
    help: "The folder is no labelled set; it needs an index.jsonl with one page a line.",
  },
  BAD_URL: {
    retry: false,
    help: "Give a plain http or https URL: no other scheme, no user name or password, no mail or other port.",
  },
  ADDRESS_REFUSED: {
    retry: false,
    help: "The address is private, loopback or reserved; allow it with --allow-private if you trust it.",
  },
  DNS_FAILED: { retry: true, help: "The host name could not be looked up; check the name and the network." },
  CONNECT_FAILED: { retry: true, help: "No connection to the server; check the network or try again later." },
  FETCH_TIMEOUT: { retry: true, help: "The server did not answer in time; try again or raise --timeout." },
  FETCH_TOO_LARGE: {
    retry: false,
    help: "The answer is over the size limit, packed or unpacked; raise --max-bytes if you trust it.",
  },
  TOO_MANY_REDIRECTS: {
    retry: false,
    help: "The server redirects in circles or too often; open the final address itself.",
  },
  HTTP_STATUS: {
    retry: true,
    help: "The server answered with an error status; see the message for which one.",
  },
  BAD_RESPONSE: {
    retry: true,
    help: "The server's answer breaks HTTP or its own encoding; try again later.",
  },
  ROBOTS_FORBIDDEN: {
    retry: false,
    help: "The site's robots.txt forbids this address to robots; ask the site.",
  },
  NOTHING_WORKED: { retry: false, help: "Every page failed; see the error of each in the output." },
  GATE_FAILED: {
    retry: false,
    help: "The accuracy gate does not hold; the table says which floor or which pages.",
  },
  WORKER_FAILED: {
    retry: true,
    help: "A worker ended unexpectedly, most likely out of memory; use fewer workers.",
  },
  PAGE_TIMEOUT: {
    retry: false,
    help: "The page took over the time limit of a batch and was given up; extract it alone to see why.",
  },
  INTERNAL: {
    retry: false,
    help: "This is a fault in galley; please report it with the page that shows it.",
  },
} as const satisfies Record<string, { readonly retry: boolean; readonly help: string }>;
