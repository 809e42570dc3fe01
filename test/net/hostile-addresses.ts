// Addresses that a stranger may send and that lead, or try to lead, inside: data only. What they are for stands in the names.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Hosts that are an IP address in some spelling, by kind. Every one is refused. */
export const literals: Readonly<Record<string, readonly string[]>> = {
  loopback: words('127.0.0.1 127.0.0.0 127.0.0.2 127.1.2.3 127.255.255.254 127.255.255.255'),
  short: words('127.1 127.0.1 127.65535 127.16777215 10.1 192.168.257 172.16.1 169.254.43518 0 0.1'),
  decimal: words('2130706433 2147483647 167772161 3232235777 2886729729 2852039166 2822734096 4294967295 1681915904'),
  octal: words(`0177.0.0.1 0177.0.0.01 017700000001 0000000177.0.0.1 0177.1 012.0.0.1 0300.0250.0.1 0251.0376.0251.0376
    025177524776 0254.020.0.1 00000000000`),
  hex: words(`0x7f.1 0x7f000001 0x7F.0x0.0x0.0x1 0X7F.0X1 0x000000007f.1 0xa.1 0xc0a80001 0xac100001 0xa9fea9fe
    0xA9FEA9FE 0xa9.254.169.254 0xffffffff 0x0 0xa83f8110 0x7f.0.0.0x 0x`),
  mixed: words('0x7f.0.0.01 127.0x0.00.1 0177.0x1 0xa9.0376.43518 012.0x1 0300.168.0x101 127.0.0.0x1'),
  unspecified: words('0.0.0.0 0.0.0.1 0.255.255.255 000.000.000.000'),
  private: words(`10.0.0.0 10.0.0.1 10.255.255.255 172.16.0.0 172.16.0.1 172.20.10.5 172.31.255.255 192.168.0.0
    192.168.0.1 192.168.1.1 192.168.255.255 100.64.0.0 100.64.0.1 100.127.255.255`),
  linkLocal: words('169.254.0.0 169.254.0.1 169.254.1.1 169.254.255.255'),
  reserved: words(`192.0.0.0 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.255 192.0.2.0 192.0.2.1 192.0.2.255 192.31.196.1
    192.52.193.1 192.88.99.1 192.88.99.2 192.175.48.1 198.18.0.0 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
    203.0.113.255 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.254 255.255.255.255`),
  metadata: words(`169.254.169.254 169.254.170.2 169.254.170.23 169.254.42.42 169.254.0.23 100.100.100.200 168.63.129.16
    192.0.0.192 [fd00:ec2::254] [fd00:ec2::23] [fd20:ce::254] [fd00:42::42] [::ffff:169.254.169.254] [64:ff9b::a9fe:a9fe]
    [::ffff:6464:64c8] [64:ff9b::a83f:8110] [::ffff:168.63.129.16]`),
  trailingDot: words('127.0.0.1. 127.1. 2130706433. 0x7f.1. 0177.0.0.1. 169.254.169.254. 10.0.0.1. 0.'),
  fullWidth:
    words(`１２７.0.0.1 １２７．０．０．１ 127。0。0。1 127｡0｡0｡1 127．0．0．1 １０.0.0.1 ０ｘ７ｆ．１ ２１３０７０６４３３
    １６９.２５４.１６９.２５４ ０１７７.1 １２７。１`),
  otherDigits: words('①②⑦.0.0.1 ①②⑦。⓪。⓪。① ¹²⁷.0.0.1 ₁₂₇.0.0.1 𝟏𝟐𝟕.𝟎.𝟎.𝟏 𝟙𝟚𝟟.1 𝟭𝟬.0.0.1 ①⓪.0.0.1 ①⑥⑨.②⑤④.①⑥⑨.②⑤④'),
  unseen: [
    '127\u00ad.0.0.1',
    '127.0\u200b.0.1',
    '127.0.0\u2060.1',
    '\ufeff127.0.0.1',
    '1\u00ad2\u00ad7.1',
    '127.0.0.1\ufe0f',
    '169\u180b.254.169.254',
    '\u00ad10.0.0.1',
    '0\u00adx7f.1',
  ],
  percent:
    words(`127%2e0%2e0%2e1 127%2E0.0.1 %31%32%37.0.0.1 127.0.0.%31 %31%30.0.0.1 0%787f.1 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
    127%E3%80%820.0.1 169%2e254%2e169%2e254 127%C2%AD.0.0.1 127.0.0.1%2e`),
  six: words('[::] [::1] [0:0:0:0:0:0:0:1] [0000::0001] [0::1] [::0:1] [::2] [::ffff] [0:0::0:0] [::0001]'),
  mapped: words(`[::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:a9fe:a9fe] [::ffff:0.0.0.0]
    [0:0:0:0:0:ffff:127.0.0.1] [0:0:0:0:0:FFFF:7F00:0001] [::ffff:192.168.1.1] [::ffff:100.64.0.1] [::ffff:224.0.0.1]
    [::ffff:255.255.255.255] [::ffff:ac10:1]`),
  compatible: words('[::127.0.0.1] [::7f00:1] [::10.0.0.1] [::8.8.8.8] [::808:808] [::a9fe:a9fe] [::192.168.0.1]'),
  translated: words('[::ffff:0:127.0.0.1] [::ffff:0:8.8.8.8] [::ffff:0:a9fe:a9fe] [::ffff:0:10.0.0.1]'),
  nat64: words(`[64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b::169.254.169.254] [64:ff9b::0.0.0.0]
    [64:ff9b::192.168.0.1] [64:ff9b::172.16.0.1] [64:ff9b::100.64.0.1] [64:ff9b::224.0.0.1] [0064:FF9B::7F00:1]
    [64:ff9b:1::1] [64:ff9b:1::127.0.0.1] [64:ff9b:1::8.8.8.8] [64:ff9b:1:7f:0:100::] [64:ff9b:1:ffff::10.0.0.1]
    [64:ff9b:0:0:1::1] [64:ff9b:2::1]`),
  sixToFour: words(
    '[2002::1] [2002:7f00:1::] [2002:7f00:1::1] [2002:a00:1::1] [2002:a9fe:a9fe::] [2002:c0a8:1::] [2002:808:808::1]',
  ),
  teredo:
    words(`[2001::1] [2001:0:7f00:1::] [2001:0:53aa:64c:0:7fff:80ff:fffe] [2001:0000:4136:e378:8000:63bf:3fff:fdd2]
    [2001:0:a00:1::5601:5601]`),
  isatap:
    words(`[2a00:1450::5efe:a00:1] [2a00:1450::200:5efe:8.8.8.8] [2606:4700::5efe:7f00:1] [2606:4700::200:5efe:a9fe:a9fe]
    [2a00:1450::5efe:192.168.0.1]`),
  uniqueLocal: words(
    '[fc00::1] [fc00::] [fcff::1] [fd00::1] [fd12:3456:789a::1] [fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ),
  linkLocalSix: words('[fe80::] [fe80::1] [fe80::1:2:3:4] [febf::1] [FE80::ABCD]'),
  siteLocal: words('[fec0::1] [feff::1] [fed0::1]'),
  multicastSix: words('[ff00::] [ff01::1] [ff02::1] [ff02::fb] [ff05::2] [ff0e::1]'),
  reservedSix:
    words(`[100::1] [100:0:0:1::1] [200::1] [1fff::1] [2001:1::1] [2001:2::1] [2001:3::1] [2001:4:112::1] [2001:10::1]
    [2001:20::1] [2001:30::1] [2001:1ff:ffff::1] [2001:db8::1] [2001:db8:ffff::1] [2620:4f:8000::1] [3fff::1]
    [3fff:fff:ffff::1] [4000::1] [5f00::1] [8000::1] [e000::1]`),
}

/** Names that mean something inside a network only. They are refused without asking anybody. */
export const privateNames =
  words(`localhost localhost. LOCALHOST LocalHost. ｌocalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ ℓocalhost locaⅼhost loc%61lhost
  %6c%6f%63%61%6c%68%6f%73%74 loc%C2%ADalhost app.localhost a.b.localhost. localhost.localdomain localhost。 foo。localhost
  printer.local _http._tcp.local vault.internal. app.internal unknown.internal metadata.google.internal
  METADATA.GOOGLE.INTERNAL metadata.azure.internal instance-data.ec2.internal nas.lan router.home nas.home.arpa dc01.corp
  wiki.intranet db.private metadata instance-data kubernetes redis db db. unknown host.docker.internal
  gateway.docker.internal kubernetes.default.svc.cluster.local ip6-localhost ip6-loopback`)

/**
 * Names of the public DNS with what the name server answers: addresses, or the names they are aliases of. Every one is refused.
 * The first question gets the first list, the second the second one, and so on; the last one stays.
 */
export const names: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'private.example': [['10.0.0.1']],
  'loopback.example': [['127.0.0.1']],
  'both.example': [['127.0.0.1', '::1']],
  'six.example': [['::1']],
  'any.example': [['0.0.0.0']],
  'any6.example': [['::']],
  'shared.example': [['100.64.0.1']],
  'link.example': [['169.254.1.1']],
  'link6.example': [['fe80::1']],
  'unique.example': [['fd00::1']],
  'site.example': [['fec0::1']],
  'multicast.example': [['224.0.0.1', 'ff02::1']],
  'broadcast.example': [['255.255.255.255']],
  'metadata.example': [['169.254.169.254']],
  'metadata6.example': [['fd00:ec2::254']],
  'alibaba.example': [['100.100.100.200']],
  'azure.example': [['168.63.129.16']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'mapped-public.example': [['::ffff:8.8.8.8', '::ffff:10.0.0.1']],
  'compatible.example': [['::8.8.8.8']],
  'translated.example': [['::ffff:0:7f00:1']],
  'nat.example': [['64:ff9b::7f00:1']],
  'nat-local.example': [['64:ff9b:1::7f00:1']],
  'six-to-four.example': [['2002:7f00:1::']],
  'teredo.example': [['2001:0:7f00:1::']],
  'isatap.example': [['2a00:1450::5efe:a00:1']],
  'mixed.example': [['8.8.8.8', '127.0.0.1']],
  'mixed-last.example': [['8.8.8.8', '1.1.1.1', '8.8.4.4', '192.168.0.1']],
  'mixed-first.example': [['10.0.0.1', '8.8.8.8', '1.1.1.1']],
  'mixed6.example': [['2606:4700::1111', '8.8.8.8', '::1']],
  'mixed-families.example': [['8.8.8.8', 'fd00::1']],
  'mixed-metadata.example': [['8.8.8.8', '2606:4700::1111', '169.254.169.254']],
  'many.example': [[...Array.from({ length: 20 }, (_, at) => `8.8.8.${at + 1}`), '10.0.0.1']],
  'alias.example': [['loopback.example']],
  'alias-of-alias.example': [['alias.example']],
  'far-alias.example': [['alias-of-alias.example']],
  'alias-of-localhost.example': [['localhost']],
  'alias-of-internal.example': [['vault.internal']],
  'alias-mixed.example': [['mixed.example']],
  'alias-and-address.example': [['metadata.example', '8.8.8.8']],
  '127.0.0.1.nip.example': [['127.0.0.1']],
  '10-0-0-1.sslip.example': [['10.0.0.1']],
  '7f000001.rbndr.example': [['127.0.0.1']],
  'xn--bcher-kva.example': [['192.168.0.1']],
  localhost: [['127.0.0.1', '::1']],
  'vault.internal': [['10.9.8.7']],
}

/** The same names as strangers spell them. */
export const spelledNames =
  words(`PRIVATE.example private.example. PRIVATE.EXAMPLE. private。example ｐｒｉｖａｔｅ.example private%2eexample
  priv\u00adate.example bücher.example BÜCHER.example. ⓜixed.example`)

/** Whole addresses that hide where they lead. Every one is refused. */
export const disguised: readonly string[] = [
  // User names and passwords, whatever the host.
  'http://public@127.0.0.1/',
  'http://8.8.8.8@127.0.0.1/',
  'http://user:password@10.0.0.1/',
  'http://:password@[::1]/',
  'http://example.com%2f@127.0.0.1/',
  'http://example.com:80@127.0.0.1:6379/',
  'http://example.com@@127.0.0.1/',
  'http://8.8.8.8\t@127.0.0.1/',
  'http://a@localhost/',
  'https://example.com@169.254.169.254/latest/',
  'http://user:password@8.8.8.8/',
  'http://public@example.com/',
  // Other spellings.
  'HTTP://127.0.0.1/',
  'hTTpS://127.0.0.1/',
  'http:127.0.0.1',
  'http:/127.0.0.1',
  'http:///127.0.0.1',
  'http://///127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:/\\127.0.0.1',
  'http://\\127.0.0.1',
  'https:\\/\\10.0.0.1/a.png',
  'ht\ttp://127.0.0.1/',
  'h\nt\rtp://127.0.0.1/',
  'http:\t//127.0.0.1/',
  'http:/\n/127.0.0.1/',
  'http://127\t.0.0.1/',
  'http://127.0.\n0.1/',
  'http://127.0.0.1\r\n/',
  'http://127.0.0.1/\r\nHost: example.com\r\n\r\n',
  '\u0000http://127.0.0.1/',
  '\u001f \thttp://127.0.0.1/',
  'http://127.0.0.1/ \n',
  'http://@127.0.0.1/',
  'http://:@127.0.0.1/',
  'http://127.0.0.1\\@8.8.8.8/',
  'http://127.0.0.1/@8.8.8.8/',
  'http://127.0.0.1#@8.8.8.8/',
  'http://127.0.0.1?@8.8.8.8/',
  'http://127.0.0.1:80\\@8.8.8.8:80/',
  'http://127.0.0.1#.example.com/a.png',
  'http://127.0.0.1?.example.com/a.png',
  'http://127.0.0.1/https://example.com/a.png',
  'http://127.0.0.1:/',
  'http://127.0.0.1:080/',
  'http://127.0.0.1:0000000000080/',
  'http://127.0.0.1:8\t0/',
  'http://[::1]:/',
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://169.254.169.254/metadata/instance?api-version=2021-02-01',
  'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
  'http://169.254.170.2/v2/credentials/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://168.63.129.16/machine/?comp=goalstate',
  'http://localhost:2375/containers/json',
  'http://10.0.0.1:10250/pods',
  'http://127.0.0.1:6379/%0D%0ASET%20a%20b%0D%0A',
  'http://127.0.0.1/a.png',
  'https://localhost:8443/a.svg#fragment',
  'http://private.example:22/',
  'https://mixed.example:8443/',
]

/** Ports at which something listens in many networks. */
export const ports =
  words(`0 1 7 19 22 23 25 53 79 80 110 111 135 139 143 389 443 445 512 587 873 993 1433 1521 2049 2181 2375 2379 3000
  3306 4194 5000 5432 5672 5984 6379 6443 7001 8000 8080 8443 8500 9000 9090 9092 9200 10250 11211 15672 27017 50070 65535`)

/**
 * What is no web address at all, beside the same with a public host: both get the same answer, source_invalid, so that it tells nothing
 * of where the address would lead.
 */
export const invalid: readonly (readonly [hostile: string, harmless: string])[] = [
  // Other schemes.
  ['file:///etc/passwd', 'file:///nothing'],
  ['file://127.0.0.1/etc/passwd', 'file://8.8.8.8/etc/passwd'],
  ['file:/etc/passwd', 'file:/nothing'],
  ['FILE:///etc/passwd', 'FILE:///nothing'],
  ['ftp://127.0.0.1/a.png', 'ftp://8.8.8.8/a.png'],
  ['gopher://127.0.0.1:6379/_INFO', 'gopher://8.8.8.8:6379/_INFO'],
  ['dict://127.0.0.1:11211/stat', 'dict://8.8.8.8:11211/stat'],
  ['ldap://127.0.0.1/', 'ldap://8.8.8.8/'],
  ['tftp://10.0.0.1/a', 'tftp://8.8.8.8/a'],
  ['sftp://10.0.0.1/a', 'sftp://8.8.8.8/a'],
  ['ws://127.0.0.1/', 'ws://8.8.8.8/'],
  ['wss://[::1]/', 'wss://8.8.8.8/'],
  ['jar:http://127.0.0.1!/', 'jar:http://8.8.8.8!/'],
  ['view-source:http://127.0.0.1/', 'view-source:http://8.8.8.8/'],
  ['blob:http://127.0.0.1/a', 'blob:http://8.8.8.8/a'],
  ['javascript:fetch("http://127.0.0.1")', 'javascript:1'],
  ['about:blank', 'about:srcdoc'],
  ['unix:/var/run/docker.sock', 'unix:/nothing'],
  ['http+unix://%2fvar%2frun%2fdocker.sock/', 'http+unix://%2fnothing/'],
  ['netdoc:///etc/passwd', 'netdoc:///nothing'],
  ['phar:///etc/passwd', 'phar:///nothing'],
  ['localhost:80', 'example.com:80'],
  // Numbers that overflow, and hosts that are none.
  ['http://4294967296/', 'http://5000000000/'],
  ['http://6425673729/', 'http://9999999999/'],
  ['http://127.0.0.256/', 'http://8.8.8.256/'],
  ['http://127.0.65536/', 'http://8.8.65536/'],
  ['http://127.16777216/', 'http://8.16777216/'],
  ['http://383.0.0.1/', 'http://264.8.8.8/'],
  ['http://0x17f000001/', 'http://0x108080808/'],
  ['http://0400.0.0.1/', 'http://0410.8.8.8/'],
  ['http://127.0.0.1.1/', 'http://8.8.8.8.8/'],
  ['http://127.0.0.1;8.8.8.8/', 'http://8.8.8.8;1.1.1.1/'],
  ['http://127.0.0.1,8.8.8.8/', 'http://8.8.8.8,1.1.1.1/'],
  ['http://127..0.0.1/', 'http://8..8.8.8/'],
  ['http://127.0.0.1../', 'http://8.8.8.8../'],
  ['http://.127.0.0.1/', 'http://.8.8.8.8/'],
  ['http://localhost../', 'http://example.com../'],
  ['http://.localhost/', 'http://.example.com/'],
  ['http://127.0.0.1%00/', 'http://8.8.8.8%00/'],
  ['http://127.0.0.1%20/', 'http://8.8.8.8%20/'],
  ['http://127.0.0.1%09/', 'http://8.8.8.8%09/'],
  ['http://127.0.0.1%23.example.com/', 'http://8.8.8.8%23.example.com/'],
  ['http://127.0.0.1%2f.example.com/', 'http://8.8.8.8%2f.example.com/'],
  ['http://127.0.0.1%5c.example.com/', 'http://8.8.8.8%5c.example.com/'],
  ['http://127.0.0.1 .example.com/', 'http://8.8.8.8 .example.com/'],
  ['http://127.0.0.1%ff/', 'http://8.8.8.8%ff/'],
  // Brackets.
  ['http://[fe80::1%25eth0]/', 'http://[2606:4700::1%25eth0]/'],
  ['http://[fe80::1%eth0]/', 'http://[2606:4700::1%eth0]/'],
  ['http://[::1%25lo]/', 'http://[2606:4700::1%25lo]/'],
  ['http://[::1', 'http://[2606:4700::1'],
  ['http://::1/', 'http://2606:4700::1/'],
  ['http://[127.0.0.1]/', 'http://[8.8.8.8]/'],
  ['http://[::ffff:127.1]/', 'http://[::ffff:8.8]/'],
  ['http://[::ffff:0x7f.0.0.1]/', 'http://[::ffff:0x8.8.8.8]/'],
  ['http://[::ffff:0177.0.0.1]/', 'http://[::ffff:010.8.8.8]/'],
  ['http://[0:0:0:0:0:0:0:0:1]/', 'http://[2606:4700:0:0:0:0:0:0:1]/'],
  ['http://[::1]a/', 'http://[2606:4700::1]a/'],
  ['http://[v1.::1]/', 'http://[v1.2606:4700::1]/'],
  ['http://[：：1]/', 'http://[2606：4700：：1]/'],
  // Ports.
  ['http://127.0.0.1:65536/', 'http://8.8.8.8:65536/'],
  ['http://127.0.0.1:99999/', 'http://8.8.8.8:99999/'],
  ['http://127.0.0.1:-1/', 'http://8.8.8.8:-1/'],
  ['http://127.0.0.1:+80/', 'http://8.8.8.8:+80/'],
  ['http://127.0.0.1:0x50/', 'http://8.8.8.8:0x50/'],
  ['http://127.0.0.1:80:80/', 'http://8.8.8.8:80:80/'],
  ['http://127.0.0.1:８０/', 'http://8.8.8.8:８０/'],
  ['http://127.0.0.1:4294967376/', 'http://8.8.8.8:4294967376/'],
  // No address at all.
  ['//127.0.0.1/a.png', '//8.8.8.8/a.png'],
  ['\\\\127.0.0.1\\share', '\\\\8.8.8.8\\share'],
  ['127.0.0.1', '8.8.8.8'],
  ['/etc/passwd', '/nothing'],
  ['http://', 'https://'],
  ['da\nta:text/html,<img src="http://127.0.0.1">', 'da\nta:text/html,nothing'],
]

/** What a redirect may name instead of a private host: refused like one. */
export const otherSchemes = words(`file:///etc/passwd file://127.0.0.1/ ftp://127.0.0.1/ gopher://127.0.0.1:6379/_INFO
  data:image/png;base64,iVBORw0KGgo= data:text/html,<p> javascript:alert(1) dict://127.0.0.1:11211/ ldap://127.0.0.1/
  ws://127.0.0.1/ wss://127.0.0.1/ blob:http://127.0.0.1/a about:blank jar:http://127.0.0.1!/ unix:/var/run/docker.sock
  http://user@8.8.8.8/ http://user:password@127.0.0.1/ https://:password@8.8.8.8/ http://127.0.0.1../`)
