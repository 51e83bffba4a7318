// The passwords that guessing begins with; compared in lower case.

export const commonPasswords = new Set(
  `
    password password1 passw0rd p@ssw0rd password123 password12 12345678 123456789 1234567890 11111111 00000000
    87654321 qwertyui qwertyuiop qwerty123 qwerty12 asdfghjk asdfghjkl zxcvbnm1 1q2w3e4r 1qaz2wsx q1w2e3r4
    letmein1 letmein123 welcome1 welcome123 iloveyou iloveyou1 sunshine princess football baseball basketball
    superman batman123 trustno1 dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 starwars
    computer internet whatever hello123 hello1234 freedom1 killer123 charlie1 mustang1 corvette mercedes samsung1
    liverpool chelsea1 arsenal1 changeme changeme1 change123 default1 admin123 admin1234 administrator root1234
    toortoor test1234 testtest testing1 guest123 login123 secret123 secret12 mysecret abc12345 abcd1234 abcdefgh
    abcdefg1 a1b2c3d4 aa123456 aaaaaaaa 12341234 11223344 12121212 13131313 10203040 55555555 66666666 77777777
    88888888 99999999 98765432 987654321 0987654321 147258369 123123123 1234qwer qwer1234 asdf1234 zaq12wsx
    zaq1zaq1 passwort passwort1 hallo123 willkommen contraseña motdepasse azertyui azerty123 senha123 parola123
    haslo123 wachtwoord salasana geheim123 sommer2024 winter2024 summer2024 summer2025 winter2025 spring2025
    autumn2025 summer2026 winter2026 password2024 password2025 password2026 welcome2024 welcome2025 welcome2026
    pokemon1 naruto123 minecraft butterfly chocolate cheese123 pepper123
    cookie123 banana123 strawberry lovelove loveyou1 babygirl qazwsxedc poiuytrewq mnbvcxz1 1qazxsw2 !qaz2wsx
    qweasdzxc thankyou nothing1 jesus123 blessed1 family123 anthony1 ashley12 andrew12 matthew1 daniel12 jessica1
    michelle nicole12 hunter12 hunter123 ranger12 buster12 soccer12 hockey12 tigger12 george12 harley12 yankees1
    cowboys1 steelers eagles12 lakers24 ferrari1 porsche1 mickey12 snoopy12 peanut12 access12 access123
    letmeinnow opensesame godzilla1 metallica slipknot nirvana1 1234abcd abcd12345 pass1234 pass12345 passpass
    q1w2e3r4t5 1q2w3e4r5t 1a2b3c4d user1234 temp1234 temporary demo1234 example1 company1 office365 microsoft
    google123 facebook1 instagram linkedin1 twitter1 android1 iphone12 blink182 eminem12 spiderman ironman1
    avengers1 wordpass drowssap keepout1 trustme1 iamgod12 monster1 sexylady hellohello goodluck1 happyday
    sunflower rainbow1 elephant dolphin1 scorpion vampire1 warcraft1 skywalker matrix12 cristina francesco
    alexander christian elizabeth stephanie
  `
    .trim()
    .split(/\s+/),
);
